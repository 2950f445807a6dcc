package io.tidemark.oracle;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Parts that all text formats have, usual and odd ones, by chance. */
final class Odd {
  static final long SECONDS = 1769817600;

  private static final String[] VALUES = {
    "0", "1", "-1", "2.5", "-3.25", "1e3", "1.5e-7", "-2E+5", "9007199254740991", "0.1"
  };
  private static final String[] ODD_VALUES =
      words(
          """
          +1 -0 +0 007 .5 -.5 5. -5. . - + --1 +-1 1- 1e 1e+ 1e- e5 .e5 1.e5 1E5 1e05 1e5.5 1e400
          -1e400 1e-400 4.9e-324 2.2250738585072014e-308 1.7976931348623157e308
          1.7976931348623159e308 0x10 0X1p3 0b1 0o7 1_000 1,5 1.2.3 1i 1u 1f 1d 1L 5% Inf +Inf -Inf
          inf INF iNf infinity +Infinity -INFINITY infinit infinityx NaN nan -nan +NaN nanx null Null
          true false True t F abc 9007199254740993 9223372036854775807 9223372036854775808
          -9223372036854775808 18446744073709551615 18446744073709551616 123456789012345678
          1234567890123456789 123456789012345678901234567890
          0.1000000000000000055511151231257827 3.14159265358979323846 100000000000000000000000.5
          0.30000000000000004 1e22 1e23 ８ 1\u00a0
          """,
          "");
  private static final String[] ODD_TIMES =
      words(
          """
          0 -1 -2 1 3600 86399 86400 86400000 -3600 -1769817600 +1769817600 1769817600. 1769817600.9
          1769817600.0009 .5 1.7698176e9 1.7698176E+09 1769817600e3 2147483647 2147483648 4294967295
          4294967296 99999999999 100000000000 99999999999999 100000000000000 99999999999999999
          100000000000000000 9223372036854775807 9223372036854775808 -9223372036854775808 1e18 1e30
          1e400 NaN inf -inf now yesterday 0x69 1769817600s "1769817600" 00001769817600
          17698176001234567890 -0 0.5 -0.5 -1.5 0.0
          """,
          "",
          "1769817600 5");
  private static final String[] NAMES = {
    "m_%s",
    "m_%s",
    "m.%s.dotted",
    "m-%s",
    "%s_total",
    "%s:rule",
    "ö_%s",
    "😀%s",
    "9%s",
    "%s/x",
    "%s*",
    "a%s(b)",
    "%s'",
    "\"%s\"",
    "%s\\",
    "__name__%s",
    "%s\u00a0x"
  };

  private final Random random;

  private static String[] words(String text, String... others) {
    return Stream.concat(Stream.of(text.strip().split("[ \n]+")), Stream.of(others))
        .toArray(String[]::new);
  }

  Odd(Random random) {
    this.random = random;
  }

  Random random() {
    return random;
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  int upTo(int most) {
    return random.nextInt(most + 1);
  }

  String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Usually nothing. */
  String rarely(int percent, String... choices) {
    return chance(percent) ? one(choices) : "";
  }

  String name(String mark) {
    return (chance(60) ? "m_%s" : one(NAMES)).formatted(mark);
  }

  String value() {
    if (chance(40)) {
      return one(VALUES);
    }
    return chance(50) ? one(ODD_VALUES) : digits();
  }

  private String digits() {
    var text = new StringBuilder(one("", "", "-", "+"));
    digits(text, 1 + upTo(chance(20) ? 24 : 8));
    if (chance(50)) {
      digits(text.append('.'), upTo(chance(20) ? 24 : 8));
    }
    if (chance(20)) {
      digits(text.append(one("e", "E")).append(one("", "-", "+")), 1 + upTo(2));
    }
    return text.toString();
  }

  private void digits(StringBuilder text, int count) {
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
  }

  /** Of this minute, in the unit that has so many digits behind those of seconds. */
  String time(int... digits) {
    if (chance(20)) {
      return one(ODD_TIMES);
    }
    var text = new StringBuilder().append(SECONDS + upTo(60));
    digits(text, digits[random.nextInt(digits.length)]);
    return text.toString();
  }

  /** A label's name or value, before it is escaped. */
  String text() {
    return switch (upTo(11)) {
      case 0 -> "";
      case 1 -> "two words";
      case 2 -> one("Köln", "😀", "\u20ac", "e\u0301", "\ufeff", "\u00a0", "\u2028");
      case 3 -> one("q\"uote", "back\\slash", "end\\", "\\n", "\\\"", "\"", "\\\\");
      case 4 -> one("x=y", "a,b", "a;b", "{x}", "}", "{", "#", "=", ",", " # {a=\"b\"} 1");
      case 5 ->
          one("line\nfeed", "\n", "carriage\rreturn", "tab\tbed", "nul\0", "\u0001", "\u007f");
      case 6 -> one(" lead", "trail ", " ", "\tlead", "trail\t");
      case 7 -> one("+Inf", "0.5", "-1", "1e3", "NaN");
      case 8 -> chance(30) ? "v".repeat(1 + upTo(5_000)) : "v".repeat(130);
      default -> one("a", "b", "eu-1", "10.0.0.1:9100", "/metrics", "x");
    };
  }

  /** Names in their order, now and then one of them again. */
  List<String> labelNames() {
    var names = new ArrayList<String>();
    for (String name :
        List.of("a", "b", "c_d", "e.f", "g-h", "le", "ö", "db", "instance", "x:y", "9z", "job")) {
      if (random.nextInt(12) < 3) {
        names.add(name);
      }
    }
    if (chance(6)) {
      names.add(one("__name__", "", " ", "a b", "\"", "a", "a"));
    }
    return names;
  }

  String join(String separator, List<String> names, Supplier<String> value, String between) {
    var text = new StringBuilder();
    for (String name : names) {
      text.append(text.isEmpty() ? "" : separator).append(name).append(between).append(value.get());
    }
    return text.toString();
  }

  /** Mostly as it is; else some bytes of it, but those of its marks, are changed. */
  byte[] mutated(byte[] record, String mark) {
    if (!chance(15) || record.length == 0) {
      return record;
    }
    String text = new String(record, StandardCharsets.ISO_8859_1);
    int changes = 1 + upTo(1);
    for (int i = 0; i < changes; i++) {
      text = changed(text, mark);
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String changed(String text, String mark) {
    int at = random.nextInt(text.length() + 1);
    int marked = text.lastIndexOf(mark, at);
    if (marked >= 0 && at < marked + mark.length()) {
      return text;
    }
    String head = text.substring(0, at);
    String tail = text.substring(at);
    return switch (upTo(4)) {
      case 0 -> head;
      case 1 -> tail.isEmpty() || tail.startsWith(mark) ? text : head + tail.substring(1);
      case 2 -> head + tail.substring(0, Math.min(tail.length(), upTo(6))) + tail;
      default ->
          head
              + one(
                  " ",
                  "  ",
                  "\t",
                  "\\",
                  "\"",
                  ",",
                  "=",
                  ";",
                  "{",
                  "}",
                  "[",
                  "]",
                  ":",
                  "\r",
                  "\n",
                  "\0",
                  "\u00ff",
                  "\u00c3\u00a9",
                  "#",
                  "e",
                  "-",
                  "0",
                  ".",
                  "\u00ed\u00a0\u0080")
              + tail;
    };
  }
}
