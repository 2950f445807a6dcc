package io.tidemark.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.process.WithheldVariables;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.jars.DatabaseJars;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Makes the configuration from the defaults, then files, then {@code --set} options, each over
 * those before.
 */
public final class ConfigLoader {
  private static final String DEFAULTS = "defaults.yaml";
  private static final String STANDARD_INPUT = "-";
  private static final int MOST_BYTES = 4 << 20;
  private static final SortedMap<String, Tsdb> DATABASES =
      Tsdb.all(ConfigLoader.class.getClassLoader());

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private final Schema schema;
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final Set<String> explicit = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * The content of a configuration file.
   *
   * @param name the file's name in messages
   */
  public record Text(String name, String content) {}

  private ConfigLoader(String targetType, List<Text> files, List<String> options) {
    schema = new Schema(targetType, DATABASES);
    defaults();
    files.forEach(this::file);
    options.forEach(option -> SetOption.read(option, schema, this::override, problems::add));
  }

  /**
   * @param explicit the paths of the keys that the file or an option named
   */
  public record Loaded(JobConfig config, Set<String> explicit) {
    /** Tells whether the key, or any key of that section, was named. */
    public boolean names(String path) {
      return explicit.stream().anyMatch(key -> key.equals(path) || key.startsWith(path + "."));
    }
  }

  /**
   * @param file the file, which is read once, so that it may be a pipe; {@code -} is standard input
   * @param options the options, each {@code path.to.key=value}
   * @throws ConfigException with one line for each problem
   */
  public static Loaded load(Optional<Path> file, List<String> options) {
    return load(file.map(each -> read(each, "--config")).stream().toList(), options);
  }

  /**
   * @param files the files, each over those before it
   * @param options the options, each {@code path.to.key=value}
   * @throws ConfigException with one line for each problem
   */
  public static Loaded load(List<Text> files, List<String> options) {
    // The kind of database decides which keys there are.
    String type = new ConfigLoader("", files, options).targetType();
    if (!DATABASES.containsKey(type)) {
      // Without its jar, the database's keys would be unknown ones.
      requireJars(type);
    }
    var loader = new ConfigLoader(type, files, options);
    loader.deriveInterval();
    JobConfig config = loader.build();
    withholdVariables(config);
    return new Loaded(config, Set.copyOf(loader.explicit));
  }

  /**
   * Requires the jars of a kind of database, before anything is done with it.
   *
   * @throws ConfigException if a jar is missing; the message names it, and how it is added
   */
  public static void requireJars(String targetType) {
    DatabaseJars.missing(targetType, ConfigLoader.class.getClassLoader())
        .ifPresent(
            problem -> {
              throw new ConfigException(problem);
            });
  }

  /** Withholds the variables that the configuration names, because they hold secrets. */
  private static void withholdVariables(JobConfig config) {
    VARIABLE
        .matcher(tree(config).toString())
        .results()
        .forEach(variable -> WithheldVariables.add(variable.group(1)));
  }

  /** Returns the effective configuration as YAML that loads again to an equal one. */
  public static String print(JobConfig config) {
    var options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setWidth(200);
    options.setSplitLines(false);
    String yaml = new Yaml(options).dump(tree(config));
    for (Key key : new Schema(config.target().type(), DATABASES).keys()) {
      yaml = key.option() == null ? yaml : withComment(yaml, key);
    }
    return yaml;
  }

  /** Adds the comment of a database's own key, which its module alone explains. */
  private static String withComment(String yaml, Key key) {
    return yaml.replaceFirst(
        "(?m)^(  %s: .*)$".formatted(key.name()),
        "$1  # " + Matcher.quoteReplacement(key.option().comment()));
  }

  /** Returns the effective configuration as nested maps of text, numbers and lists. */
  public static Map<String, Object> tree(JobConfig config) {
    return new Schema(config.target().type(), DATABASES).toTree(config);
  }

  private void defaults() {
    try (InputStream in = ConfigLoader.class.getResourceAsStream(DEFAULTS)) {
      String text = new String(in.readAllBytes(), UTF_8);
      settings.putAll(YamlFile.read(DEFAULTS, text, schema, problems::add));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema.keys().stream()
        .filter(key -> key.option() != null)
        .forEach(key -> settings.put(key.path(), Setting.byDefault(key)));
    settings.putAll(schema.databaseDefaults());
  }

  private void file(Text text) {
    YamlFile.read(text.name, text.content, schema, problems::add).values().forEach(this::override);
  }

  /**
   * @param path the file's path; {@code -} is standard input
   * @param namedBy the option or the variable that the user gave it in
   * @throws ConfigException if it can't be read
   */
  public static Text read(Path path, String namedBy) {
    boolean piped = path.toString().equals(STANDARD_INPUT);
    String name = piped ? "standard input" : String.valueOf(path.getFileName());
    try {
      byte[] bytes = piped ? System.in.readNBytes(MOST_BYTES + 1) : beginning(path);
      if (bytes.length > MOST_BYTES) {
        throw new ConfigException(
            "the configuration file %s has more than %d MiB (%s)"
                .formatted(name, MOST_BYTES >> 20, namedBy));
      }
      return new Text(name, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (NoSuchFileException e) {
      throw new ConfigException("no configuration file at %s (%s)".formatted(path, namedBy), e);
    } catch (IOException e) {
      throw new ConfigException(
          "can't read the configuration file %s as UTF-8 text: %s (%s)"
              .formatted(piped ? name : path, e.getClass().getSimpleName(), namedBy),
          e);
    }
  }

  private static byte[] beginning(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(MOST_BYTES + 1);
    }
  }

  private void override(Setting setting) {
    String path = setting.key().path();
    explicit.add(path);
    settings.merge(path, setting, (below, above) -> above.over(below));
  }

  private String targetType() {
    Setting type = settings.get("target.type");
    return type.value() instanceof Value.Scalar
        ? String.valueOf(type.key().parse(type.value()))
        : "";
  }

  /** Takes the interval of a generator, so that nobody has to say it twice. */
  private void deriveInterval() {
    boolean generated =
        settings.get("source.type").value() instanceof Value.Scalar type
            && type.text().equals("datagen");
    if (generated && !explicit.contains("amplify.interval")) {
      Setting source = settings.get("source.datagen.interval");
      Key key = schema.key("amplify.interval").orElseThrow();
      settings.put(key.path(), new Setting(key, source.value(), source.origin()));
    }
  }

  private JobConfig build() {
    var values = new HashMap<Key, Object>();
    for (Key key : schema.keys()) {
      Setting setting = settings.get(key.path());
      try {
        values.put(key, key.parse(setting.value()));
      } catch (IllegalArgumentException e) {
        problems.add("%s: %s (%s)".formatted(setting.describe(), e.getMessage(), setting.origin()));
      }
    }
    failOnProblems();
    var config = (JobConfig) schema.build(values::get);
    broken(config, values)
        .forEach(
            broken ->
                problems.add(
                    "%s (%s)".formatted(broken.text(), settings.get(broken.key()).origin())));
    failOnProblems();
    return config;
  }

  private List<Rules.Broken> broken(JobConfig config, Map<Key, Object> values) {
    var broken = new ArrayList<Rules.Broken>();
    Stream.of(SourceRules.RULES, Rules.RULES, TargetRules.RULES)
        .flatMap(List::stream)
        .forEach(
            rule ->
                rule.problem()
                    .apply(config, values.get(schema.key(rule.key()).orElseThrow()))
                    .ifPresent(text -> broken.add(new Rules.Broken(rule.key(), text))));
    broken.addAll(TargetRules.ownKeys(config.target()));
    return broken;
  }

  private void failOnProblems() {
    if (!problems.isEmpty()) {
      throw new ConfigException(String.join("\n", problems));
    }
  }
}
