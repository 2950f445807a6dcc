package io.tidemark.cli;

import io.tidemark.ceiling.Cause;
import io.tidemark.cluster.Cluster;
import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.console.Terminal;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.listen.ListenAddress;
import io.tidemark.watch.Watch;
import io.tidemark.watch.WatchPlan;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what limits a running job now, and does not change the job. */
@Command(
    name = "watch",
    description = {
      "Show what limits a running job on a session cluster now, and its signals.",
      "Use -c or --set if the database's metrics have another address here (target.metrics-urls) or"
          + " need a login (target.auth)."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark watch --cluster http://flink:8081",
      "  tidemark watch --cluster http://flink:8081 --once --json",
      "  tidemark watch --kubernetes metrics/tidemark",
      "  tidemark watch --cluster http://flink:8081 -q --follow --listen 127.0.0.1:9250 >/dev/null"
    })
final class WatchCommand implements Callable<Integer> {
  private static final DurationRange WINDOW =
      DurationRange.of(Duration.ofSeconds(2), Duration.ofMinutes(10), "");
  private static final int LAST_PORT = 65_535;
  private static final String LISTEN = "--listen";
  private static final String PORT = "--prometheus-port";

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private OutputOptions.WithCluster common;

  @Option(
      names = "--job",
      paramLabel = "ID",
      description = "ID of the job; required if several Tidemark jobs run there.")
  private String job;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      description =
          "Length of the window to judge; default 10s, or 30s if Flink refreshes metrics less often than every 2s.")
  private String window;

  @Option(
      names = LISTEN,
      paramLabel = "HOST:PORT",
      description =
          "Serve the verdict as Prometheus metrics at /metrics of this address. Whoever reaches it can read them.")
  private String listen;

  @Option(
      names = PORT,
      paramLabel = "PORT",
      hidden = true,
      description = "The former spelling of --listen 127.0.0.1:PORT.")
  private Integer prometheusPort;

  @Option(names = "--follow", description = "Wait for a job; when it ends, watch the next one.")
  private boolean follow;

  @Option(names = "--once", description = "Print the first valid window and end.")
  private boolean once;

  @Override
  public Integer call() {
    Output output = Output.prepare(spec, common);
    var plan =
        new WatchPlan(
            cluster(), Optional.ofNullable(job), options.load(), window(), listen(), once, follow);
    boolean renews = !once && !common.verbose;
    var console =
        new WatchConsole(
            spec.commandLine().getOut(),
            spec.commandLine().getErr(),
            common.json,
            common.quiet,
            renews ? Terminal.ofStandardOutput() : Terminal.NONE);
    Watch.End end = Watch.run(plan, console);
    if (console.last() != null) {
      output.save("watch.json", console.last());
    }
    Exit exit =
        switch (end) {
          case INTERRUPTED -> Exit.INTERRUPTED;
          case JOB_ENDED -> Exit.DONE;
          case ONCE -> console.last().cause() == Cause.INCONCLUSIVE ? Exit.INCONCLUSIVE : Exit.DONE;
        };
    return exit.code();
  }

  private Cluster cluster() {
    return common
        .cluster()
        .orElseThrow(
            () -> new ConfigException("watch needs the cluster: --cluster or --kubernetes"));
  }

  private Optional<Duration> window() {
    return Optional.ofNullable(window).map(text -> WINDOW.parse("--window", text));
  }

  private Optional<InetSocketAddress> listen() {
    if (prometheusPort == null) {
      return Optional.ofNullable(listen).map(ListenAddress::parse);
    }
    if (listen != null) {
      throw new ConfigException(
          "%s is the former spelling of %s; name one of them".formatted(PORT, LISTEN));
    }
    if (prometheusPort < 1 || prometheusPort > LAST_PORT) {
      throw new ConfigException(
          "%s=%d: expected 1 to %d".formatted(PORT, prometheusPort, LAST_PORT));
    }
    return Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), prometheusPort));
  }
}
