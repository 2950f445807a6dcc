package io.tidemark.job.config;

import io.tidemark.sink.OptionKey;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One key of the configuration: where it is, and how its text becomes a value and back.
 *
 * @param path the path, e.g. "write.in-flight"
 * @param type the type of the record's component
 * @param option what the kind of database declares of a key of its own, whose value is text; null
 *     for any other key
 */
record Key(String path, Type type, OptionKey<?> option) {
  /** A list of one such word needs no brackets. */
  private static final Pattern WORD = Pattern.compile("[\\w-]+");

  static Key of(String path, Type type) {
    return new Key(path, type, null);
  }

  static Key of(String path, OptionKey<?> option) {
    return new Key(path, String.class, option);
  }

  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /**
   * Tells whether its value must not appear in a message; a mistyped address may hold
   * user:password@.
   */
  boolean isSecret() {
    return option != null && option.secret()
        || path.equals("target.auth.password")
        || path.equals("target.auth.bearer-token")
        || path.endsWith("urls");
  }

  boolean isMap() {
    return type instanceof ParameterizedType parameterized
        && parameterized.getRawType() == Map.class;
  }

  boolean isList() {
    return type instanceof ParameterizedType parameterized
        && parameterized.getRawType() == List.class;
  }

  /**
   * @throws IllegalArgumentException if the value is wrong; the message says what is expected
   */
  Object parse(Value value) {
    if (value instanceof Value.Scalar scalar && option != null) {
      return OptionText.parse(option, scalar.isNull() ? "" : scalar.text());
    }
    if (value instanceof Value.Scalar scalar && !isMap() && !isList()) {
      return parse((Class<?>) type, scalar);
    }
    if (value instanceof Value.Scalar scalar && scalar.isNull()) {
      return isMap() ? Map.of() : List.of();
    }
    if (value instanceof Value.Scalar scalar && isList() && WORD.matcher(scalar.text()).matches()) {
      return parse(new Value.Items(List.of(scalar)));
    }
    if (value instanceof Value.Items items && isList()) {
      var element = (Class<?>) ((ParameterizedType) type).getActualTypeArguments()[0];
      return items.items().stream().map(item -> parse(element, item)).toList();
    }
    if (value instanceof Value.Entries entries && isMap()) {
      return new LinkedHashMap<>(entries.entries());
    }
    throw new IllegalArgumentException(
        isMap()
            ? "expected entries such as {name: value}"
            : isList() ? "expected a list such as [a, b]" : "expected a single value");
  }

  private Object parse(Class<?> wanted, Value.Scalar scalar) {
    String text = scalar.text();
    if (wanted == String.class) {
      // YAML reads a bare null as nothing; here it is the name of a target.
      return scalar.isNull() ? (path.equals("target.type") ? "null" : "") : text;
    }
    if (scalar.isNull()) {
      throw new IllegalArgumentException("expected a value");
    }
    if (wanted == Duration.class) {
      return DurationText.parse(text);
    }
    if (wanted == URI.class) {
      return uri(text);
    }
    if (wanted == double.class) {
      return decimal(text);
    }
    if (wanted == int.class) {
      return (int) whole(text, Integer.MAX_VALUE);
    }
    if (wanted == long.class) {
      return whole(text, Long.MAX_VALUE);
    }
    if (wanted == boolean.class) {
      return Boolean.valueOf(OptionText.bool(text));
    }
    return ConstantText.parse(wanted, text);
  }

  private long whole(String text, long max) {
    try {
      long value = isSize() ? SizeText.parse(text) : Long.parseLong(text.replace("_", ""));
      if (Math.abs(value) <= max) {
        return value;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // The exception below says it.
    }
    throw new IllegalArgumentException("expected a whole number up to " + max);
  }

  private boolean isSize() {
    return name().endsWith("-bytes");
  }

  private static double decimal(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a number");
    }
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("expected a URL such as http://127.0.0.1:8428");
    }
  }

  /** Returns a whole number without decimals: 2 rather than 2.0. */
  static Object whole(Double number) {
    return number == number.longValue() ? (Object) number.longValue() : number;
  }

  /** Returns the value as YAML takes it: text, number, list or map. */
  Object format(Object value) {
    if (option != null) {
      return OptionText.format(option, (String) value);
    }
    if (value instanceof Duration duration) {
      return DurationText.format(duration);
    }
    if (value instanceof Enum<?> constant) {
      return ConstantText.format(constant);
    }
    if (value instanceof Number number && isSize()) {
      long bytes = number.longValue();
      String text = SizeText.format(bytes);
      return text.equals(Long.toString(bytes)) ? bytes : text;
    }
    if (value instanceof Double number) {
      return whole(number);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Object::toString).toList();
    }
    return value;
  }
}
