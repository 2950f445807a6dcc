package io.tidemark.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.check.Rewrap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every key as a page in Markdown: of the schema, and of the comments that its defaults have. */
final class ConfigurationPage {
  static final String FILE = "docs/reference/keys.md";
  private static final String DEFAULTS = "defaults.yaml";
  private static final SortedMap<String, Tsdb> DATABASES =
      Tsdb.all(ConfigurationPage.class.getClassLoader());

  private static final Pattern KEY = Pattern.compile("( *)([a-z0-9-]+):.*?(?: # *(.*))?");
  private static final Pattern CONTINUED = Pattern.compile(" +# *(.*)");
  private static final Pattern PAGE = Pattern.compile("docs/([\\w-]+)\\.md");
  private static final Pattern CONSTANT = Pattern.compile("`([^`]+)`");
  private static final Pattern CODE = Pattern.compile("~\\w+|\\$\\{[^}]*}|\"[^\"]*\"|\\{[^}]*}");

  private static final String INTRODUCTION =
      """
      # Configuration keys

      Every key, with its default. [Configuration](../configuration.md) says how to set them, and what belongs together;
      `./tidemark config` prints what is in force. A *duration* is written `500ms`, `1m30s` or `2d`, a *size* `4096`, `64KiB`
      or `8MiB`.
      """;

  private final Map<String, String> comments = new LinkedHashMap<>();
  private final Map<String, Setting> defaults;
  private final Schema schema = new Schema("", DATABASES);
  private final StringBuilder text = new StringBuilder(INTRODUCTION);

  private ConfigurationPage(String yaml) {
    readComments(yaml);
    defaults =
        YamlFile.read(
            DEFAULTS,
            yaml,
            schema,
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  static String page() {
    try (InputStream in = ConfigLoader.class.getResourceAsStream(DEFAULTS)) {
      return of(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param yaml the defaults
   * @throws IllegalStateException naming a key of which nothing is said
   */
  static String of(String yaml) {
    var page = new ConfigurationPage(yaml);
    page.sections();
    page.databases();
    return Rewrap.rewrapped(FILE, page.text.toString());
  }

  private void readComments(String yaml) {
    var above = new ArrayDeque<String>();
    String last = "";
    for (String line : yaml.lines().toList()) {
      Matcher key = KEY.matcher(line);
      Matcher continued = CONTINUED.matcher(line);
      if (key.matches()) {
        while (above.size() > key.group(1).length() / 2) {
          above.removeLast();
        }
        above.addLast(key.group(2));
        last = String.join(".", above);
        comments.put(last, key.group(3) == null ? "" : key.group(3));
      } else if (continued.matches()) {
        comments.merge(last, " " + continued.group(1), String::concat);
      }
    }
  }

  private void sections() {
    String section = "";
    for (Key key : schema.keys()) {
      String first = key.path().replaceFirst("\\..*", "");
      if (!first.equals(section)) {
        section = first;
        text.append("\n## `%s`\n".formatted(section));
        boolean isKey = schema.key(section).isPresent();
        String comment = isKey ? "" : comments.getOrDefault(section, "");
        text.append(comment.isEmpty() ? "" : sentence(comment) + "\n\n");
        text.append("| key | type | default | meaning |\n|---|---|---|---|\n");
      }
      group(key.path());
      String said = comments.getOrDefault(key.path(), "");
      row("`" + key.path() + "`", type(key), shown(defaults.get(key.path()).value()), said);
    }
  }

  /** What is said of a section inside of one stands before its first key. */
  private void group(String path) {
    String group = path.replaceFirst("\\.?[^.]*$", "");
    String said = group.contains(".") ? comments.put(group, "") : "";
    if (said != null && !said.isEmpty()) {
      row("`" + group + "`", "section", "", said);
    }
  }

  private void databases() {
    text.append("\n## Keys of one kind of database\n");
    text.append("| `target.type` | key | type | default | meaning |\n|---|---|---|---|---|\n");
    DATABASES.forEach(
        (type, tsdb) -> {
          // What throws everything away takes the keys of another.
          if (tsdb.stores()) {
            tsdb.options()
                .forEach(
                    option ->
                        row(
                            "`%s` | `target.%s`".formatted(type, option.name()),
                            type(option),
                            "`%s`"
                                .formatted(
                                    option.fallback().isEmpty()
                                        ? "\"\""
                                        : OptionText.format(option, option.fallback())),
                            option.comment()));
          }
        });
  }

  private void row(String key, String type, String value, String comment) {
    if (comment.isBlank()) {
      throw new IllegalStateException("nothing is said of " + key);
    }
    String meaning = cell(comment);
    for (MatchResult constant : CONSTANT.matcher(type).results().toList()) {
      String beginning = "(^|; )%s(?=[:;,]| \\(|$)".formatted(Pattern.quote(constant.group(1)));
      meaning = meaning.replaceAll(beginning, "$1`" + constant.group(1) + "`");
    }
    text.append("| %s | %s | %s | %s |\n".formatted(key, type, value, meaning));
  }

  private static String sentence(String comment) {
    String cell = cell(comment);
    return Character.toUpperCase(cell.charAt(0)) + cell.substring(1) + ".";
  }

  private static String cell(String comment) {
    String linked = PAGE.matcher(comment).replaceAll("[$1](../$1.md)");
    return CODE.matcher(linked.replaceAll("\\s*\\|\\s*", "; "))
        .replaceAll(found -> Matcher.quoteReplacement("`" + found.group() + "`"));
  }

  private static String shown(Value value) {
    String plain =
        value instanceof Value.Scalar scalar
            ? scalar.text().isEmpty() ? "\"\"" : scalar.text()
            : value instanceof Value.Items items
                ? items.items().stream().map(Value.Scalar::text).toList().toString()
                : ((Value.Entries) value).entries().isEmpty() ? "{}" : value.toString();
    return "`" + plain + "`";
  }

  private static String type(Key key) {
    if (key.path().equals("target.type")) {
      return constants(List.copyOf(DATABASES.keySet()));
    }
    if (key.isMap()) {
      return "map";
    }
    if (key.isList()) {
      boolean isUrls = ((ParameterizedType) key.type()).getActualTypeArguments()[0] == URI.class;
      return isUrls ? "list of URLs" : "list";
    }
    var type = (Class<?>) key.type();
    if (type.isEnum()) {
      return constants(
          Arrays.stream(type.getEnumConstants())
              .map(each -> ConstantText.format((Enum<?>) each))
              .toList());
    }
    if (type == Duration.class) {
      return "duration";
    }
    if (type == boolean.class) {
      return constants(List.of("true", "false"));
    }
    if (type == String.class) {
      return "text";
    }
    if (type == double.class) {
      return "number";
    }
    return key.name().endsWith("-bytes") ? "size" : "whole number";
  }

  private static String type(OptionKey<?> option) {
    if (!option.choices().isEmpty()) {
      return constants(option.choices());
    }
    return switch (option.type()) {
      case TEXT -> "text";
      case INTEGER -> "whole number";
      case BOOLEAN -> constants(List.of("true", "false"));
      case DURATION -> "duration";
      case SIZE -> "size";
    };
  }

  private static String constants(List<String> values) {
    return values.stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
  }
}
