package io.tidemark.size;

import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import io.tidemark.size.Need.Term;
import io.tidemark.size.SizeResult.Resource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Computes what is needed from what was measured. Pure. */
public final class Sizing {
  private final Demand demand;
  private final List<Observed> runs;
  private final Map<Need, Resource> resources = new EnumMap<>(Need.class);
  private final List<String> missing = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private Sizing(Demand demand, List<Observed> runs) {
    this.demand = demand;
    this.runs = runs;
  }

  /**
   * Returns the resources that the database needs.
   *
   * @param prices prices; null if costs are not wanted
   * @throws ConfigException if the demand is too far from the measured loads, and the user did not
   *     allow that
   */
  public static SizeResult of(Demand demand, List<Observed> runs, Prices prices) {
    var sizing = new Sizing(demand, runs);
    sizing.refuseFar();
    for (Need need : Need.values()) {
      sizing.size(need);
    }
    return sizing.result(prices);
  }

  private void refuseFar() {
    for (Term term : Term.LOADS) {
      double times = times(term, runs);
      if (times > Demand.MOST_TIMES && !demand.far()) {
        throw new ConfigException(
            "%s is %s times what was measured: more than %s times is refused; measure a larger load, or add --far"
                .formatted(term.title(), Amounts.count(times), Amounts.whole(Demand.MOST_TIMES)));
      }
    }
  }

  /**
   * Returns the factor by which the demand exceeds the measured loads, at least 1; 1 if none was
   * measured.
   */
  private double times(Term term, List<Observed> of) {
    double most =
        of.stream()
            .map(term::of)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return most > 0 ? Math.max(1, term.of(demand) / most) : 1;
  }

  private void size(Need need) {
    List<Observed> measured = runs.stream().filter(need::isIn).toList();
    if (measured.isEmpty()) {
      missing.add("%s needs %s".formatted(need.title(), need.remedy()));
      return;
    }
    List<Term> terms =
        need.terms().stream()
            .filter(term -> measured.stream().allMatch(run -> term.of(run) != null))
            .toList();
    boolean churnIsUnknown =
        need.terms().contains(Term.NEW_RATE)
            && demand.newSeriesPerSecond() > 0
            && measured.stream()
                .noneMatch(run -> Term.NEW_RATE.of(run) != null && Term.NEW_RATE.of(run) > 0);
    if (churnIsUnknown) {
      missing.add(
          "%s needs the cost of a new series: run with source.datagen.churn"
              .formatted(need.title()));
      return;
    }
    var fit =
        new CostFit(
            measured.stream()
                .map(run -> terms.stream().mapToDouble(term -> term.of(run)).toArray())
                .toArray(double[][]::new),
            measured.stream().mapToDouble(need::cost).toArray(),
            need.noise());
    double times =
        Term.LOADS.stream()
            .filter(need::dependsOn)
            .mapToDouble(term -> times(term, measured))
            .max()
            .orElse(1);
    CostFit.Cost cost =
        fit.of(terms.stream().mapToDouble(term -> term.of(demand)).toArray(), times);
    if (!cost.told()) {
      notes.add(
          "%s: %s; what cannot be told apart counts as growing with %s, and the interval reaches over each way"
              .formatted(
                  need.title(),
                  measured.size() == 1
                      ? "one load cannot tell a fixed part from one that grows"
                      : "these loads cannot tell apart what grows with what",
                  terms.get(0).title()));
    }
    double scale = demand.replication() / (1 - demand.headroom());
    resources.put(
        need,
        new Resource(
            need.title(),
            need.unit(),
            cost.value().value() * scale,
            cost.value().low() * scale,
            cost.value().high() * scale,
            times,
            measured.size()));
  }

  private SizeResult result(Prices prices) {
    Resource disk = resources.get(Need.DISK);
    double longest = runs.stream().mapToDouble(Observed::seconds).max().orElse(0);
    if (disk != null && demand.retentionSeconds() > Demand.MOST_TIMES * longest) {
      notes.add(
          "disk: bytes a sample of %s s are taken for all of the retention; later merges and indexes of later days are in no interval"
              .formatted(Amounts.significant(longest, true)));
    }
    if (resources.containsKey(Need.MEMORY) && demand.churnPerMinute() > 0) {
      notes.add(
          "memory: series that were replaced stay in caches for some time, and are not counted");
    }
    SizeResult.Nodes nodes = nodes();
    SizeResult.Cost cost = prices == null ? null : prices.month(nodes, resources);
    if (prices != null && cost == null) {
      missing.add("cost needs all resources that have a price, and --node for a price per node");
    }
    return new SizeResult(
        SizeSentence.of(demand, resources, nodes, cost, missing),
        demand.series(),
        demand.intervalSeconds(),
        demand.retentionSeconds(),
        demand.samplesPerSecond(),
        demand.churnPerMinute(),
        demand.replication(),
        demand.headroom(),
        List.copyOf(resources.values()),
        nodes,
        cost,
        missing,
        notes,
        runs.stream().map(Observed::report).distinct().toList());
  }

  /**
   * Returns the number of nodes, which CPU or memory decides, whichever needs more, but at least as
   * many as there are copies.
   */
  private SizeResult.Nodes nodes() {
    Resource cpu = resources.get(Need.CPU);
    Resource memory = resources.get(Need.MEMORY);
    var node = demand.node();
    if (node == null) {
      return null;
    }
    if (cpu == null || memory == null) {
      missing.add("nodes need both CPU and memory");
      return null;
    }
    return new SizeResult.Nodes(
        node.cores(),
        node.bytes(),
        whole(cpu.value() / node.cores(), memory.value() / node.bytes()),
        whole(cpu.low() / node.cores(), memory.low() / node.bytes()),
        whole(cpu.high() / node.cores(), memory.high() / node.bytes()));
  }

  private long whole(double byCores, double byMemory) {
    return (long)
        Stream.of(byCores, byMemory, (double) demand.replication())
            .mapToDouble(Math::ceil)
            .max()
            .orElseThrow();
  }
}
