package io.tidemark.size;

import io.tidemark.job.config.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Prices per month in any single currency: of whole nodes, or of cores and memory; and of disk and
 * network.
 *
 * @param core price of a core
 * @param gib price of a GiB of memory
 * @param diskGb price of 10⁹ stored bytes
 * @param networkGb price of 10⁹ bytes written over the network
 * @param node price of a node, instead of {@code core} and {@code gib}
 */
public record Prices(Double core, Double gib, Double diskGb, Double networkGb, Double node) {
  private static final double GB = 1e9;
  private static final double GIB = 1L << 30;
  private static final double SECONDS_A_MONTH = 365.25 / 12 * 86_400;
  private static final String KEYS = "core, gib, disk-gb, network-gb, node";

  /**
   * @throws ConfigException if the text is no YAML, or has anything but prices
   */
  public static Prices parse(String yaml) {
    Map<?, ?> read;
    try {
      read = (Map<?, ?>) new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    } catch (YAMLException | ClassCastException e) {
      throw new ConfigException("--prices: expected YAML with some of %s".formatted(KEYS), e);
    }
    if (read == null || read.isEmpty()) {
      throw new ConfigException("--prices: it holds none of %s".formatted(KEYS));
    }
    Map<String, Double> prices =
        read.entrySet().stream()
            .collect(
                Collectors.toMap(
                    each -> known(each.getKey()), each -> price(each.getKey(), each.getValue())));
    return new Prices(
        prices.get("core"),
        prices.get("gib"),
        prices.get("disk-gb"),
        prices.get("network-gb"),
        prices.get("node"));
  }

  private static String known(Object key) {
    if (key instanceof String name && List.of(KEYS.split(", ")).contains(name)) {
      return name;
    }
    throw new ConfigException("--prices: %s is none of %s".formatted(key, KEYS));
  }

  private static double price(Object key, Object value) {
    if (value instanceof Number number
        && number.doubleValue() >= 0
        && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    throw new ConfigException("--prices: %s=%s is no price".formatted(key, value));
  }

  /**
   * Returns the cost per month.
   *
   * @return null if there is a price for something that was not measured
   */
  SizeResult.Cost month(SizeResult.Nodes nodes, Map<Need, SizeResult.Resource> resources) {
    boolean told =
        (node == null || nodes != null)
            && (node != null || core == null || resources.containsKey(Need.CPU))
            && (node != null || gib == null || resources.containsKey(Need.MEMORY))
            && (diskGb == null || resources.containsKey(Need.DISK))
            && (networkGb == null || resources.containsKey(Need.NETWORK));
    return told
        ? new SizeResult.Cost(
            sum(nodes == null ? 0 : nodes.count(), resources, SizeResult.Resource::value),
            sum(nodes == null ? 0 : nodes.low(), resources, SizeResult.Resource::low),
            sum(nodes == null ? 0 : nodes.high(), resources, SizeResult.Resource::high))
        : null;
  }

  private double sum(
      double nodes,
      Map<Need, SizeResult.Resource> resources,
      ToDoubleFunction<SizeResult.Resource> end) {
    double machines =
        node == null
            ? part(core, 1, resources.get(Need.CPU), end)
                + part(gib, GIB, resources.get(Need.MEMORY), end)
            : node * nodes;
    return machines
        + part(diskGb, GB, resources.get(Need.DISK), end)
        + part(networkGb, GB / SECONDS_A_MONTH, resources.get(Need.NETWORK), end);
  }

  private static double part(
      Double price,
      double unit,
      SizeResult.Resource resource,
      ToDoubleFunction<SizeResult.Resource> end) {
    return price == null ? 0 : price * end.applyAsDouble(resource) / unit;
  }
}
