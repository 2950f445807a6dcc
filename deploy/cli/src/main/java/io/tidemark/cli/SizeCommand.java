package io.tidemark.cli;

import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.report.ReportReader;
import io.tidemark.size.Demand;
import io.tidemark.size.Given;
import io.tidemark.size.Observed;
import io.tidemark.size.Prices;
import io.tidemark.size.ReportLoads;
import io.tidemark.size.SizeResult;
import io.tidemark.size.SizeSentence;
import io.tidemark.size.Sizing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Computes what a database needs for a load from the resources that it was measured to use. */
@Command(
    name = "size",
    description = "Compute what a database needs for a load, from reports of smaller loads.",
    footer = {
      "",
      "Example: tidemark size --series 50M --interval 15s --retention 90d --from a/run.json --from"
          + " b/run.json --node 16c64g"
    })
final class SizeCommand implements Callable<Integer> {
  private static final DurationRange INTERVAL =
      DurationRange.of(Duration.ofMillis(1), Duration.ofDays(1), ", such as 15s");
  private static final DurationRange RETENTION =
      DurationRange.of(Duration.ofSeconds(1), Duration.ofDays(36_500), ", such as 90d");
  private static final int MOST_REPORTS = 100;
  private static final int MOST_PRICE_BYTES = 64 << 10;
  private static final double MILLIS = 1e3;

  @Spec private CommandSpec spec;
  @Mixin private PrintOptions common;

  @Option(
      names = "--series",
      paramLabel = "N",
      required = true,
      description = "Active series, such as 800k or 50M.")
  private String series;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "15s",
      description = "Time between samples of a series; default ${DEFAULT-VALUE}.")
  private String interval;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      required = true,
      description = "How long samples are kept, such as 90d.")
  private String retention;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      required = true,
      description = "run.json, or report.json of ceiling or ab; may be repeated.")
  private List<Path> reports;

  @Option(
      names = "--side",
      paramLabel = "A|B",
      defaultValue = "A",
      description = "Side of a comparison to use; default ${DEFAULT-VALUE}.")
  private Side side;

  @Option(
      names = "--churn",
      paramLabel = "SHARE",
      defaultValue = "0%/min",
      description = "New series, such as 1%%/min; default none.")
  private String churn;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of each sample; default ${DEFAULT-VALUE}.")
  private int replication;

  @Option(
      names = "--headroom",
      paramLabel = "SHARE",
      defaultValue = "30%",
      description = "Share to leave free; default 30%%.")
  private String headroom;

  @Option(
      names = "--node",
      paramLabel = "COREScGIBg",
      description = "Size of a node, such as 16c64g, to say how many are needed.")
  private String node;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = "YAML with monthly prices: core and gib, or node; disk-gb, network-gb.")
  private Path prices;

  @Option(names = "--far", description = "Extrapolate to more than ten times what was measured.")
  private boolean far;

  private enum Side {
    A,
    B
  }

  @Override
  public Integer call() {
    common.startLogging();
    var demand =
        new Demand(
            Given.count("--series", series),
            INTERVAL.parse("--interval", interval).toMillis() / MILLIS,
            RETENTION.parse("--retention", retention).toMillis() / MILLIS,
            Given.churn("--churn", churn),
            replication,
            Given.share("--headroom", headroom),
            node == null ? null : Given.node("--node", node),
            far);
    if (reports.size() > MOST_REPORTS) {
      throw new ConfigException(
          "--from names %d reports; at most %d".formatted(reports.size(), MOST_REPORTS));
    }
    Prices given = prices == null ? null : Prices.parse(text(prices));
    List<Observed> loads =
        reports.stream()
            .flatMap(
                file ->
                    ReportLoads.of(file.toString(), ReportReader.tree(file), side.name()).stream())
            .toList();
    SizeResult result = Sizing.of(demand, loads, given);
    common.print(spec.commandLine().getOut(), result, SizeSentence.table(result));
    return (result.missing().isEmpty() ? Exit.DONE : Exit.INCONCLUSIVE).code();
  }

  private static String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_PRICE_BYTES + 1);
      if (bytes.length > MOST_PRICE_BYTES) {
        throw new ConfigException("--prices=%s has more than 64 KiB".formatted(file));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ConfigException("--prices=%s can't be read".formatted(file), e);
    }
  }
}
