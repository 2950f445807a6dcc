package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.measure.Contender;
import io.tidemark.benchmarks.measure.ContenderWindow;
import io.tidemark.benchmarks.measure.JobCase;
import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.measure.Reading;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.testing.JavaCommand;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Runs {@link AsyncSinkJob} in a separate process. */
public record AsyncSinkProcess(OwnedProcess child, URI metrics) implements Contender {
  private static final String CPU = "cpu";

  /** The number of attempts to send, of which none fails at a null server. */
  private static final String SENT_METRIC = "flink_taskmanager_job_task_operator_numRecordsSend";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

  public static AsyncSinkProcess start(JobCase setup, URI target) {
    int port = Loopback.freePort();
    var arguments = new ArrayList<String>();
    arguments.add(Integer.toString(port));
    arguments.add(target.resolve("/api/v1/write").toString());
    arguments.addAll(setup.settings());
    var child =
        OwnedProcess.start(
            OwnedProcess.newFolder("peer"),
            JavaCommand.of(AsyncSinkJob.class, List.of(setup.javaOptions().split(" ")), arguments));
    var process = new AsyncSinkProcess(child, Loopback.http(port).resolve("/metrics"));
    child.awaitReady("the peer", STARTS_WITHIN, () -> process.sent().orElse(0) > 0);
    return process;
  }

  private OptionalDouble sent() {
    return ScrapedPage.get(metrics)
        .map(page -> page.sum(SENT_METRIC))
        .orElse(OptionalDouble.empty());
  }

  @Override
  public List<LinuxProcess> processes() {
    return List.of(child.process());
  }

  @Override
  public Reading read() {
    return Reading.now(
        ScrapedPage.required(metrics).required(SENT_METRIC), Map.of(CPU, child.cpuSeconds()));
  }

  @Override
  public Map<String, Figure> figures(List<ContenderWindow> windows) {
    return JobFigures.throughputAndCpu(windows, CPU).all();
  }

  @Override
  public void close() {
    child.close();
  }
}
