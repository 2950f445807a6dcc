package io.tidemark.job.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads YAML text into settings. It works on YAML's nodes, not on objects made of them, so that
 * every value keeps its line and its text ({@code 1.10} stays 1.10).
 */
final class YamlFile {
  private final String name;
  private final Schema schema;
  private final Consumer<String> problems;
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  private YamlFile(String name, Schema schema, Consumer<String> problems) {
    this.name = name;
    this.schema = schema;
    this.problems = problems;
  }

  static Map<String, Setting> read(
      String name, String text, Schema schema, Consumer<String> problems) {
    var file = new YamlFile(name, schema, problems);
    file.read(text);
    return file.settings;
  }

  private void read(String text) {
    Node root;
    try {
      root = compose(text);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      problems.accept("not valid YAML: %s (%s:%d)".formatted(e.getProblem(), name, line));
      return;
    } catch (ReaderException e) {
      long line = text.codePoints().limit(e.getPosition()).filter(c -> c == '\n').count() + 1;
      problems.accept(
          "not valid YAML: character U+%04X is not allowed (%s:%d)"
              .formatted(e.getCodePoint(), name, line));
      return;
    } catch (YAMLException e) {
      // The text goes beyond a bound of the parser: depth, aliases or length.
      problems.accept("not valid YAML: %s (%s)".formatted(e.getMessage(), name));
      return;
    }
    if (root == null || isNull(root)) {
      return;
    }
    if (root instanceof MappingNode mapping) {
      section("", mapping);
    } else {
      problems.accept("expected sections such as \"write:\" (%s)".formatted(at(root)));
    }
  }

  static Node compose(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
  }

  private void section(String path, MappingNode mapping) {
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String child = Schema.join(path, text(tuple.getKeyNode()));
      Node value = tuple.getValueNode();
      if (!seen.add(child)) {
        problems.accept("%s is set twice (%s)".formatted(child, at(tuple.getKeyNode())));
      } else if (schema.isSection(child)) {
        if (value instanceof MappingNode below) {
          section(child, below);
        } else if (!isNull(value)) {
          problems.accept("%s (%s)".formatted(schema.needsKeys(child), at(value)));
        }
      } else {
        schema
            .key(child)
            .ifPresentOrElse(
                key -> setting(key, value),
                () ->
                    problems.accept(
                        "%s (%s)".formatted(schema.unknown(child), at(tuple.getKeyNode()))));
      }
    }
  }

  private void setting(Key key, Node node) {
    try {
      settings.put(key.path(), new Setting(key, value(node), at(node)));
    } catch (IllegalArgumentException e) {
      problems.accept("%s: %s (%s)".formatted(key.path(), e.getMessage(), at(node)));
    }
  }

  /**
   * @throws IllegalArgumentException if lists or maps lie deeper than any key has them
   */
  static Value value(Node node) {
    if (node instanceof SequenceNode sequence) {
      List<Value.Scalar> items = new ArrayList<>();
      sequence.getValue().forEach(item -> items.add(scalar(item)));
      return new Value.Items(items);
    }
    if (node instanceof MappingNode mapping) {
      var entries = new LinkedHashMap<String, String>();
      for (NodeTuple tuple : mapping.getValue()) {
        entries.put(scalar(tuple.getKeyNode()).text(), scalar(tuple.getValueNode()).text());
      }
      return new Value.Entries(entries);
    }
    return scalar(node);
  }

  private static Value.Scalar scalar(Node node) {
    if (node instanceof ScalarNode scalar) {
      return new Value.Scalar(scalar.getValue(), isNull(scalar));
    }
    throw new IllegalArgumentException("expected a single value in each entry");
  }

  private static String text(Node key) {
    return key instanceof ScalarNode scalar ? scalar.getValue() : "?";
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  private String at(Node node) {
    return name + ":" + (node.getStartMark().getLine() + 1);
  }
}
