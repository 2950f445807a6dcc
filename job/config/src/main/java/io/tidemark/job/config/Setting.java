package io.tidemark.job.config;

import io.tidemark.sink.OptionKey;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What one source of configuration says of one key.
 *
 * @param origin the source, for messages: "run.yaml:12", "--set"
 */
record Setting(Key key, Value value, String origin) {
  /** The origin of settings that were given one by one. */
  static final String SET_OPTION = "--set";

  /** Returns the default that a kind of database declares for a key of its own. */
  static Setting byDefault(Key key) {
    OptionKey<?> option = key.option();
    return byDefault(key, OptionText.format(option, option.fallback()));
  }

  /**
   * @param value the value as YAML takes it: text, number or list
   */
  static Setting byDefault(Key key, Object value) {
    Value made =
        value instanceof List<?> list
            ? new Value.Items(
                list.stream().map(item -> new Value.Scalar(item.toString(), false)).toList())
            : new Value.Scalar(value.toString(), false);
    return new Setting(key, made, "default");
  }

  /**
   * Returns this over {@code below}; entries given one by one with --set join those that are there.
   */
  Setting over(Setting below) {
    if (value instanceof Value.Entries mine
        && below.value instanceof Value.Entries theirs
        && origin.equals(SET_OPTION)) {
      var joined = new LinkedHashMap<>(theirs.entries());
      joined.putAll(mine.entries());
      return new Setting(key, new Value.Entries(joined), origin);
    }
    return this;
  }

  /** Returns {@code path=value}, without the value if it is a secret. */
  String describe() {
    if (key.isSecret()) {
      return key.path();
    }
    return key.path()
        + "="
        + (value instanceof Value.Scalar scalar
            ? scalar.text()
            : value instanceof Value.Items items
                ? items.items().stream().map(Value.Scalar::text).toList().toString()
                : ((Value.Entries) value).entries().keySet().toString());
  }
}
