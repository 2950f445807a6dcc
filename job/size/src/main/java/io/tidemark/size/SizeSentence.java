package io.tidemark.size;

import io.tidemark.job.config.DurationText;
import io.tidemark.measure.Amounts;
import io.tidemark.size.SizeResult.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes the result in words: one sentence for decision makers, and the table below it. */
public final class SizeSentence {
  private static final double BITS = 8;

  private SizeSentence() {}

  static String of(
      Demand demand,
      Map<Need, Resource> resources,
      SizeResult.Nodes nodes,
      SizeResult.Cost cost,
      List<String> missing) {
    String load =
        "%s series every %s for %s (%s samples/s)"
            .formatted(
                Amounts.count(demand.series()),
                duration(demand.intervalSeconds()),
                duration(demand.retentionSeconds()),
                Amounts.count(demand.samplesPerSecond()));
    if (resources.isEmpty()) {
      return load + " cannot be sized: " + String.join("; ", missing);
    }
    String wanted =
        resources.values().stream().map(SizeSentence::wanted).collect(Collectors.joining(", "));
    return "%s want %s%s%s"
        .formatted(
            load,
            wanted,
            nodes == null
                ? ""
                : ": %s of %s cores and %s"
                    .formatted(
                        count(nodes),
                        Amounts.significant(nodes.cores(), true),
                        Amounts.bytes(nodes.bytes())),
            cost == null
                ? ""
                : ", %s a month (%s–%s)"
                    .formatted(
                        Amounts.count(cost.value()),
                        Amounts.count(cost.low()),
                        Amounts.count(cost.high())));
  }

  private static String wanted(Resource each) {
    String words =
        switch (each.name()) {
          case "memory" -> " of memory";
          case "disk" -> " on disk";
          default -> "";
        };
    String range =
        each.unit().equals("cores")
            ? Amounts.range(each.low(), each.high())
            : amount(each, each.low()) + "–" + amount(each, each.high());
    return "%s%s (%s)".formatted(amount(each, each.value()), words, range);
  }

  private static String count(SizeResult.Nodes nodes) {
    String range =
        nodes.low() == nodes.high() ? "" : " (%d–%d)".formatted(nodes.low(), nodes.high());
    return "%d node%s%s".formatted(nodes.count(), nodes.count() == 1 ? "" : "s", range);
  }

  private static String duration(double seconds) {
    return DurationText.format(Duration.ofMillis(Math.round(seconds * 1e3)));
  }

  /** Returns the amount in the unit that people use. */
  private static String amount(Resource resource, double value) {
    return switch (resource.unit()) {
      case "cores" -> Amounts.significant(value, false) + " cores";
      case "bytes/s" -> Amounts.count(BITS * value) + "bit/s";
      default -> Amounts.bytes(value);
    };
  }

  /** Returns the sentence, the table, and what is missing. */
  public static String table(SizeResult result) {
    var text = new StringBuilder(result.sentence()).append(".\n\n");
    line(
        text,
        "%-8s %14s %14s %14s %14s %6s",
        "",
        "needed",
        "at least",
        "at most",
        "extrapolated",
        "loads");
    for (Resource each : result.resources()) {
      line(
          text,
          "%-8s %14s %14s %14s %14s %6d",
          each.name(),
          amount(each, each.value()),
          amount(each, each.low()),
          amount(each, each.high()),
          each.times() > 1 ? Amounts.significant(each.times(), false) + " times" : "no",
          each.runs());
    }
    text.append('\n');
    line(
        text,
        "With %s headroom and replication %d; intervals of 95 %%.",
        Amounts.percent(result.headroom()),
        result.replication());
    result.missing().forEach(each -> line(text, "missing: %s", each));
    result.notes().forEach(each -> line(text, "note: %s", each));
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
