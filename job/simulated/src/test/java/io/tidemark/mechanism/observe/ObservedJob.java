package io.tidemark.mechanism.observe;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Time;
import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.job.Amplifier;
import io.tidemark.mechanism.job.Job;
import io.tidemark.mechanism.job.Task;
import io.tidemark.mechanism.job.TaskManager;
import io.tidemark.mechanism.job.Writer;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.World;
import io.tidemark.mechanism.time.Clock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** A job, and what its subtasks, its processes and Flink report of it. */
final class ObservedJob implements SystemUnderTest.Job {
  private static final double EVERY_SECONDS = 0.25;

  /** Each look at a host's connections costs something. */
  private static final long LINE_NANOS = 500_000_000;

  private static final int DIGITS = 2;

  private final World world;
  private final Job job;
  private final Clock clock;
  private final Time time;
  private final ObservationLog log;
  private final Map<TaskManager, Long> lineReadNanos = new HashMap<>();
  private final String id;
  private long observation;
  private boolean closed;

  ObservedJob(World world, Job job, Time time, ObservationLog log) {
    this.world = world;
    this.job = job;
    this.clock = world.clock();
    this.time = time;
    this.log = log;
    this.id = "job-" + clock.nanos();
    for (int i = 0; i < job.amplifiers().size(); i++) {
      int subtask = i;
      clock.after(0.017 * i, () -> every(EVERY_SECONDS, () -> observe(subtask)));
    }
    every(world.setup().get(Parameter.METRICS_SECONDS), this::readVertices);
  }

  private void every(double seconds, Runnable what) {
    clock.after(
        seconds,
        () -> {
          if (!closed) {
            what.run();
            every(seconds, what);
          }
        });
  }

  private void observe(int subtask) {
    Amplifier amplifier = job.amplifiers().get(subtask);
    add(subtask, null, amplifier.manager());
    if (subtask < job.writers().size()) {
      Writer writer = job.writers().get(subtask);
      add(subtask, writing(writer), writer.manager());
    }
  }

  private void add(int subtask, Observation.Writing writing, TaskManager manager) {
    var observed = new Observation(subtask, 0, time.millis(), writing, process(manager));
    log.add(new Observations(observation++, List.of(observed)));
  }

  private static Observation.Writing writing(Writer writer) {
    Writer.Counts counts = writer.counts();
    return new Observation.Writing(
        writer.manager().bound(),
        values(
            Map.ofEntries(
                Map.entry(WriterCounter.SAMPLES, Math.round(counts.samples)),
                Map.entry(WriterCounter.IN_FLIGHT_SECONDS, counts.inFlightSeconds),
                Map.entry(WriterCounter.PERMIT_WAIT_SECONDS, counts.waitSeconds),
                Map.entry(WriterCounter.BATCHES, counts.batches),
                Map.entry(WriterCounter.BATCH_SECONDS, counts.batchSeconds),
                Map.entry(WriterCounter.CALLS, counts.calls),
                Map.entry(WriterCounter.THROTTLED, counts.throttled),
                Map.entry(WriterCounter.FAILED, counts.failed),
                Map.entry(WriterCounter.SENT_BYTES, Math.round(counts.sentBytes)),
                Map.entry(WriterCounter.SEND_SECONDS, counts.sendSeconds),
                Map.entry(WriterCounter.ANSWER_SECONDS, counts.answerSeconds),
                Map.entry(WriterCounter.HTTP_CPU_SECONDS, writer.manager().httpCpuSeconds()))),
        histogram(writer.takeLatencies()),
        histogram(new double[0]),
        counts.answers.entrySet().stream().map(ObservedJob::answers).toList());
  }

  private static double[] values(Map<WriterCounter, ? extends Number> counted) {
    double[] values = new double[WriterCounter.values().length];
    counted.forEach((counter, value) -> values[counter.place()] = value.doubleValue());
    return values;
  }

  private static Observation.Answers answers(Map.Entry<Writer.Answer, double[]> sum) {
    int status = sum.getKey().status();
    return new Observation.Answers(
        sum.getKey().target(),
        status == 0 ? "" : "HTTP " + status,
        status == 204,
        (long) sum.getValue()[0],
        sum.getValue()[1],
        "");
  }

  private static byte[] histogram(double[] seconds) {
    var micros = new Histogram(DIGITS);
    for (double each : seconds) {
      micros.recordValue(Math.round(1e6 * each));
    }
    var buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), micros.encodeIntoCompressedByteBuffer(buffer));
  }

  private ProcessReading process(TaskManager manager) {
    int number = job.managers().indexOf(manager);
    var tasks = new TreeMap<String, Double>();
    addTasks(tasks, "source", job.sources(), number);
    addTasks(tasks, "amplify", job.amplifiers(), number);
    addTasks(tasks, "write", job.writers(), number);
    TaskManager.Settings settings = manager.settings();
    int logical = manager.host().logical();
    return new ProcessReading(
        id + "-" + number,
        world.isShared() ? "host-0" : "host-" + number,
        settings.quota() == 0 ? logical : Math.min(logical, settings.quota()),
        manager.process().usedSeconds(),
        manager.pausedSeconds(),
        (long) Math.min(settings.heapBytes(), settings.liveBytes()),
        (long) settings.heapBytes(),
        logical,
        manager.host().usedSeconds(),
        line(manager),
        tasks,
        settings.quota() == 0
            ? null
            : new ProcessReading.Quota(
                id + "-" + number,
                settings.quota(),
                manager.process().usedSeconds(),
                Cores.PERIOD_SECONDS * manager.process().throttledPeriods()),
        null);
  }

  private void addTasks(Map<String, Double> to, String name, List<? extends Task> of, int number) {
    for (int i = number; i < of.size(); i += job.managers().size()) {
      to.put(name + "/" + i, of.get(i).cpuSeconds());
    }
  }

  /** Null if it was read not long ago. */
  private ProcessReading.Line line(TaskManager manager) {
    if (clock.nanos() < lineReadNanos.getOrDefault(manager, 0L)) {
      return null;
    }
    lineReadNanos.put(manager, clock.nanos() + LINE_NANOS);
    TaskManager.Connections seen = manager.connections();
    return new ProcessReading.Line(seen.moving(), seen.unread(), seen.roundTripSeconds());
  }

  private void readVertices() {
    log.add(
        time.millis(),
        List.of(
            vertex("source", job.sources()),
            vertex("amplify", job.amplifiers()),
            vertex("write", job.writers())));
  }

  private static VertexReading vertex(String name, List<? extends Task> tasks) {
    return new VertexReading(
        name,
        name,
        tasks.size(),
        millis(tasks, Task.State.BUSY),
        millis(tasks, Task.State.BACKPRESSURED),
        millis(tasks, Task.State.IDLE));
  }

  private static double millis(List<? extends Task> tasks, Task.State of) {
    return 1e3 * tasks.stream().mapToDouble(task -> task.seconds(of)).sum();
  }

  /** Writers without a permit of their own would hold up all that is for them. */
  @Override
  public boolean bound(int inFlight) {
    if (inFlight < job.writers().size()) {
      return false;
    }
    job.bound(inFlight);
    return true;
  }

  @Override
  public ObservationLog observe(Duration observed) {
    time.pause(observed);
    return log;
  }

  @Override
  public void close() {
    closed = true;
    job.close();
  }
}
