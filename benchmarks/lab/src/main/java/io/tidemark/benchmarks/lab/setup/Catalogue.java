package io.tidemark.benchmarks.lab.setup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * All set-ups, from {@code setups.yaml} beside this class's package.
 *
 * @param seed seed that decides, with the families' order in the file, which of them are held out
 * @param repeatedNames names of set-ups that are judged several times
 */
public record Catalogue(long seed, List<Family> families, List<String> repeatedNames) {
  private static final String FILE = "/io/tidemark/benchmarks/lab/setups.yaml";
  private static final Pattern VALUE = Pattern.compile("\\$\\{([a-z-]+)}");

  /**
   * @param lookedInto why the family is no longer held out, if somebody has looked into it;
   *     otherwise ""
   */
  public record Family(String name, String from, String lookedInto, List<Setup> setups) {}

  /** The half to which a family belongs. */
  public enum Half {
    TRAINING,
    HELD_OUT
  }

  public static Catalogue load() {
    try (InputStream in = Catalogue.class.getResourceAsStream(FILE)) {
      Object data = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
      return of(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param yaml maps and lists in the order of the file, in which knobs are tried
   */
  static Catalogue of(Object yaml) {
    JsonNode data = new ObjectMapper().valueToTree(yaml);
    var knobs = new ArrayList<Knob>();
    data.get("knobs").properties().forEach(each -> knobs.add(knob(each.getKey(), each.getValue())));
    ObjectNode defaults = (ObjectNode) data.get("defaults");
    var families = new ArrayList<Family>();
    data.get("families").forEach(each -> families.add(family(each, defaults, knobs)));
    requireDistinct(families);
    var repeated = new ArrayList<String>();
    data.path("repeated").forEach(name -> repeated.add(name.asText()));
    return new Catalogue(
        data.get("seed").longValue(), List.copyOf(families), List.copyOf(repeated));
  }

  private static void requireDistinct(List<Family> families) {
    var names = new LinkedHashSet<String>();
    families.stream()
        .flatMap(family -> family.setups.stream())
        .forEach(
            setup -> {
              if (!names.add(setup.name())) {
                throw new IllegalArgumentException("two set-ups are named " + setup.name());
              }
            });
  }

  private static Knob knob(String name, JsonNode data) {
    var change = new LinkedHashMap<String, String>();
    data.get("change")
        .properties()
        .forEach(each -> change.put(each.getKey(), each.getValue().asText()));
    var causes = new ArrayList<String>();
    data.get("causes").forEach(cause -> causes.add(cause.asText()));
    return new Knob(name, change, causes);
  }

  private static Family family(JsonNode data, ObjectNode defaults, List<Knob> knobs) {
    String name = data.get("name").asText();
    String from = data.path("from").asText();
    var setups = new ArrayList<Setup>();
    for (JsonNode values : data.get("values")) {
      ObjectNode parts = merged(defaults.deepCopy(), filled(data.get("parts"), values));
      setups.add(
          new Setup(
              name,
              name + named(values),
              from,
              data.path("colocated").asBoolean(),
              parts,
              knobs(data, parts, knobs)));
    }
    return new Family(name, from, data.path("looked-into").asText(), List.copyOf(setups));
  }

  /**
   * Returns the knobs that apply to the parts, without those that the family leaves out, and with
   * the family's own causes.
   */
  private static List<Knob> knobs(JsonNode data, ObjectNode parts, List<Knob> all) {
    Set<String> left = new LinkedHashSet<>();
    data.path("without").forEach(each -> left.add(each.asText()));
    return all.stream()
        .filter(knob -> !left.contains(knob.name()) && knob.applies(parts))
        .map(
            knob -> {
              JsonNode own = data.path("causes").path(knob.name());
              if (own.isMissingNode()) {
                return knob;
              }
              var causes = new ArrayList<String>();
              own.forEach(cause -> causes.add(cause.asText()));
              return new Knob(knob.name(), knob.change(), causes);
            })
        .toList();
  }

  private static String named(JsonNode values) {
    var name = new StringBuilder();
    values.properties().forEach(each -> name.append("-").append(each.getValue().asText()));
    return name.toString().replace('.', '_').replaceAll("[^A-Za-z0-9_-]", "");
  }

  /**
   * Replaces each {@code ${name}} by its value. If a text consists only of that, it becomes the
   * value itself.
   */
  private static JsonNode filled(JsonNode node, JsonNode values) {
    if (node.isTextual()) {
      var whole = VALUE.matcher(node.textValue());
      if (whole.matches()) {
        return required(values, whole.group(1));
      }
      return Setup.JSON
          .getNodeFactory()
          .textNode(
              VALUE
                  .matcher(node.textValue())
                  .replaceAll(found -> required(values, found.group(1)).asText()));
    }
    if (node.isObject()) {
      ObjectNode all = Setup.JSON.createObjectNode();
      node.properties().forEach(each -> all.set(each.getKey(), filled(each.getValue(), values)));
      return all;
    }
    if (node.isArray()) {
      var all = Setup.JSON.createArrayNode();
      node.forEach(each -> all.add(filled(each, values)));
      return all;
    }
    return node;
  }

  private static JsonNode required(JsonNode values, String name) {
    if (!values.has(name)) {
      throw new IllegalArgumentException("no value is named %s in %s".formatted(name, values));
    }
    return values.get(name);
  }

  private static ObjectNode merged(ObjectNode into, JsonNode from) {
    from.properties()
        .forEach(
            each -> {
              if (into.get(each.getKey()) instanceof ObjectNode inner
                  && each.getValue().isObject()) {
                merged(inner, each.getValue());
              } else {
                into.set(each.getKey(), each.getValue());
              }
            });
    return into;
  }

  /**
   * Returns the half of a family. A random choice holds out one of each two consecutive families in
   * the file, so appended families change nothing. A family that somebody has looked into is not
   * held out.
   */
  public Half half(Family family) {
    return heldOutBySeed(family) && family.lookedInto.isEmpty() ? Half.HELD_OUT : Half.TRAINING;
  }

  boolean heldOutBySeed(Family family) {
    int index = families.indexOf(family);
    boolean firstOfTwo = new SplittableRandom(seed + index / 2).nextBoolean();
    return index % 2 == 0 == firstOfTwo;
  }

  public Family familyOf(Setup setup) {
    return families.stream()
        .filter(family -> family.name.equals(setup.family()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the first set-up of each family, then the second of each, so that a part of the list
   * covers all families.
   */
  public List<Setup> inTurn() {
    var all = new ArrayList<Setup>();
    int most = families.stream().mapToInt(family -> family.setups.size()).max().orElse(0);
    for (int i = 0; i < most; i++) {
      for (Family family : families) {
        if (i < family.setups.size()) {
          all.add(family.setups.get(i));
        }
      }
    }
    return all;
  }

  /**
   * @param text names separated by commas; a name that no set-up has selects all set-ups whose
   *     names contain it
   */
  public List<Setup> select(String text) {
    List<Setup> all = inTurn();
    var selected = new LinkedHashSet<Setup>();
    for (String name : text.split(",", -1)) {
      List<Setup> named = all.stream().filter(setup -> setup.name().equals(name)).toList();
      selected.addAll(
          named.isEmpty()
              ? all.stream().filter(setup -> setup.name().contains(name)).toList()
              : named);
    }
    return List.copyOf(selected);
  }

  public List<Setup> repeated() {
    return repeatedNames.stream().map(this::setup).toList();
  }

  /** Returns the set-up with this exact name. */
  public Setup setup(String name) {
    return inTurn().stream().filter(setup -> setup.name().equals(name)).findFirst().orElseThrow();
  }

  Map<String, Half> halves() {
    var halves = new LinkedHashMap<String, Half>();
    families.forEach(family -> halves.put(family.name, half(family)));
    return halves;
  }
}
