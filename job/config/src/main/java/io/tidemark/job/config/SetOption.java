package io.tidemark.job.config;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads {@code path.to.key=value}. The value is the text as it stands; a list is written {@code
 * a,b} or {@code [a, b]}, a map {@code {a: b}} or entry by entry as {@code path.to.map.a=b}.
 */
final class SetOption {
  private SetOption() {}

  /** Gives the setting to {@code settings}, or says to {@code problems} what is wrong. */
  static void read(
      String option, Schema schema, Consumer<Setting> settings, Consumer<String> problems) {
    int equals = option.indexOf('=');
    if (equals < 1) {
      problems.accept("--set %s: expected path.to.key=value".formatted(option));
      return;
    }
    String path = option.substring(0, equals);
    String text = option.substring(equals + 1);
    var key = schema.key(path);
    var map = schema.mapAbove(path);
    if (key.isPresent()) {
      try {
        settings.accept(new Setting(key.get(), value(key.get(), text), Setting.SET_OPTION));
      } catch (IllegalArgumentException | YAMLException e) {
        problems.accept("%s: not a valid list or map (%s)".formatted(path, Setting.SET_OPTION));
      }
    } else if (map.isPresent()) {
      String entry = path.substring(map.get().path().length() + 1);
      settings.accept(
          new Setting(map.get(), new Value.Entries(Map.of(entry, text)), Setting.SET_OPTION));
    } else if (schema.isSection(path)) {
      problems.accept("%s (%s)".formatted(schema.needsKeys(path), Setting.SET_OPTION));
    } else {
      problems.accept("%s (%s)".formatted(schema.unknown(path), Setting.SET_OPTION));
    }
  }

  private static Value value(Key key, String text) {
    if (key.isMap() || key.isList() && text.startsWith("[")) {
      return YamlFile.value(YamlFile.compose(text));
    }
    if (key.isList()) {
      return new Value.Items(
          Arrays.stream(text.split(","))
              .filter(item -> !item.isBlank())
              .map(item -> new Value.Scalar(item.strip(), false))
              .toList());
    }
    return new Value.Scalar(text, false);
  }
}
