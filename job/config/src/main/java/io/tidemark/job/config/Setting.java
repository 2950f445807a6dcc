package io.tidemark.job.config;

import io.tidemark.sink.OptionKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one source of configuration says about one key.
 *
 * @param origin for messages: "run.yaml:12", "--set"
 */
record Setting(Key key, Value value, String origin) {
  sealed interface Value {}

  /** The text as it was written; {@code isNull}: YAML's null in any of its spellings. */
  record Scalar(String text, boolean isNull) implements Value {}

  record Items(List<Scalar> items) implements Value {}

  record Entries(Map<String, String> entries) implements Value {}

  /** What a kind of database declares for a key of its own. */
  static Setting byDefault(Key key) {
    OptionKey option = key.option();
    return byDefault(key, OptionText.format(option, option.fallback()));
  }

  /**
   * @param value as YAML takes it: text, number or list
   */
  static Setting byDefault(Key key, Object value) {
    Value made =
        value instanceof List<?> list
            ? new Items(list.stream().map(item -> new Scalar(item.toString(), false)).toList())
            : new Scalar(value.toString(), false);
    return new Setting(key, made, "default");
  }

  /** This over {@code below}; entries given one by one with --set join those that are there. */
  Setting over(Setting below) {
    if (value instanceof Entries mine
        && below.value instanceof Entries theirs
        && origin.equals(SetOption.ORIGIN)) {
      var joined = new LinkedHashMap<>(theirs.entries());
      joined.putAll(mine.entries());
      return new Setting(key, new Entries(joined), origin);
    }
    return this;
  }

  /** {@code path=value}, without the value where it is a secret. */
  String describe() {
    if (key.isSecret()) {
      return key.path();
    }
    return key.path()
        + "="
        + (value instanceof Scalar scalar
            ? scalar.text()
            : value instanceof Items items
                ? items.items().stream().map(Scalar::text).toList().toString()
                : ((Entries) value).entries().keySet().toString());
  }
}
