package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** One writer in each of two processes, with a batch every 10 ms each. */
class WindowReaderTest {
  private static final Load LOAD = new Load(4, 1, 1, 100, 2, 0);

  /** Whose nanoseconds are those of the windows. */
  private static final Time ZERO =
      new Time() {
        @Override
        public long millisAt(long nanos) {
          return nanos / 1_000_000;
        }

        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public void pause(Duration pause) {}
      };

  private final JobLog job = new JobLog();
  private final VertexLog vertices = new VertexLog();
  private DatabaseLog database = new DatabaseLog(ZERO);
  private double latencySeconds = 0.02;
  private double inFlight = 2;
  private double busyCores = 1;
  private String otherHost = "a";
  private ProcessReading.Quota quota;
  private double hostWaits;
  private double ownWaits;
  private double throttledShare;
  private double failedShare;
  private double stuckSeconds;
  private boolean answers = true;
  private boolean nothingIsTaken;
  private String failedCode;
  private String failedError = "";
  private long number;

  private Window window() {
    for (int millis = 0; millis <= 10_000; millis += 250) {
      report(0, "a", millis);
      report(1, otherHost, millis);
      vertices.add(
          millis,
          List.of(new VertexReading("v", "write", 2, 0.9 * millis, 0.3 * millis, 0.8 * millis)));
    }
    return new WindowReader(job, vertices, database, true)
        .read(LOAD, 2_000, 10_000, 500, List.of("a mark"));
  }

  private void report(int subtask, String host, long millis) {
    double seconds = millis / 1e3;
    long batches = answers ? Math.round(100 * Math.max(0, seconds - stuckSeconds)) : 0;
    var writing =
        new Observation.Writing(
            4,
            WriterReports.counts(
                Map.ofEntries(
                    Map.entry(WriterCounter.SAMPLES, nothingIsTaken ? 0 : 100 * batches),
                    Map.entry(WriterCounter.IN_FLIGHT_SECONDS, inFlight * seconds),
                    Map.entry(WriterCounter.PERMIT_WAIT_SECONDS, 0.5 * seconds),
                    Map.entry(WriterCounter.BATCHES, batches),
                    Map.entry(WriterCounter.BATCH_SECONDS, batches * latencySeconds),
                    Map.entry(WriterCounter.CALLS, batches),
                    Map.entry(WriterCounter.THROTTLED, Math.round(throttledShare * 100 * seconds)),
                    Map.entry(WriterCounter.FAILED, Math.round(failedShare * 100 * seconds)),
                    Map.entry(WriterCounter.SENT_BYTES, 1_000 * batches),
                    Map.entry(WriterCounter.CONNECT_SECONDS, batches * latencySeconds * 0.1),
                    Map.entry(WriterCounter.SEND_SECONDS, batches * latencySeconds * 0.3),
                    Map.entry(WriterCounter.ANSWER_SECONDS, batches * latencySeconds * 0.6),
                    Map.entry(WriterCounter.HTTP_CPU_SECONDS, 0.2 * seconds))),
            calls(),
            calls(),
            answers(batches));
    var process =
        new ProcessReading(
            "p" + subtask,
            host,
            2,
            0.25 * seconds,
            0.1 * (1 + subtask) * seconds,
            1,
            2,
            4,
            busyCores * seconds,
            new ProcessReading.Line(1, 2, 0.04 / (1 + subtask)),
            Map.of("v/" + subtask, 0.1 * (1 + subtask) * seconds),
            quota == null
                ? null
                : new ProcessReading.Quota(
                    quota.group(),
                    quota.cores(),
                    quota.cpuSeconds() * seconds,
                    quota.throttledSeconds() * seconds),
            new ProcessReading.Waits(hostWaits * seconds, ownWaits * seconds));
    log(new Observation(subtask, 0, millis, writing, process));
  }

  private void log(Observation observation) {
    job.add(new Observations(number++, List.of(observation)));
  }

  @Test
  void addsUpTheWriters() {
    Window window = window();

    assertThat(window.throughput().samplesPerSecond()).isCloseTo(20_000, within(1e-6));
    assertThat(window.throughput().sentBytesPerSecond()).isCloseTo(200_000, within(1e-6));
    assertThat(window.requests().meanMillis()).isCloseTo(20, within(1e-9));
    assertThat(window.requests().sendShare()).isCloseTo(0.3, within(1e-9));
    assertThat(window.requests().p99Millis()).isCloseTo(20, within(0.1));
    assertThat(window.inFlight().mean()).isCloseTo(4, within(1e-9));
    assertThat(window.inFlight().permitWaitShare()).isCloseTo(0.5, within(1e-9));
    assertThat(window.seconds()).isEqualTo(8);
    assertThat(window.warmUpSeconds()).isEqualTo(0.5);
    assertThat(window.valid()).isTrue();
    assertThat(window.marks()).containsExactly("a mark");
  }

  /** Threads at 0.1 and 0.2 of a core: the busier one has a third more than the mean. */
  @Test
  void aRateIsNeverBelowNothing() {
    stuckSeconds = 9;

    Throughput throughput = window().throughput();

    assertThat(throughput.low()).isZero();
    assertThat(throughput.high()).isGreaterThan(throughput.samplesPerSecond());
  }

  @Test
  void tellsATasksSubtasksApart() {
    Task task = window().task("write");

    assertThat(task.busy()).isCloseTo(0.45, within(1e-9));
    assertThat(task.cpuCores()).isCloseTo(0.3, within(1e-9));
    assertThat(task.cpuCoresMax()).isCloseTo(0.2, within(1e-9));
    assertThat(task.cpuSkew()).isCloseTo(4 / 3.0, within(1e-9));
  }

  @Test
  void theProcessThatCollectsMostCounts() {
    assertThat(window().job().gcShare()).isCloseTo(0.2, within(1e-9));
    assertThat(window().job().cpuCores()).isCloseTo(0.5, within(1e-9));
  }

  /** Each process of a host reports on all of its cores, and on its own connections. */
  @Test
  void oneHostIsCountedOnceAndTwoAreNone() {
    assertThat(window().host().busyCores()).isCloseTo(1, within(1e-9));
    assertThat(window().inFlight().unacknowledgedShare()).isCloseTo(2 / 4.0, within(1e-9));
  }

  /** What is pinned to other cores takes nothing from the job's. */
  @Test
  void aDatabaseThatUsesMoreThanIsBusyOfTheJobsCoresRunsOnOthers() {
    databaseUses(0.5);
    assertThat(window().host().shared()).isTrue();
    assertThat(window().database().cores()).as("those of the host").isEqualTo(4);

    databaseUses(0.95);
    assertThat(window().host().shared()).isFalse();
    assertThat(window().database().cores()).as("those that it reports").isEqualTo(8);
  }

  /** What two processes in one group may use together is its quota, and not twice that. */
  @Test
  void processesUnderOneQuotaShareIt() {
    databaseUses(0.5);
    quota = new ProcessReading.Quota("/job", 1.5, 0.5, 0.7);

    Window window = window();

    assertThat(window.job().cores()).isEqualTo(1.5);
    assertThat(window.job().throttledShare()).isCloseTo(0.7, within(1e-9));
    assertThat(window.host()).as("the database is not in it").isEqualTo(new Host(4, 1, true));
  }

  /** Job and database use half a core each, of a quota of one on a machine of four. */
  @Test
  void aQuotaThatJobAndDatabaseShareIsTheirHost() {
    databaseUses(0.5);
    quota = new ProcessReading.Quota("/pod", 1, 0.98, 0.7);

    Window window = window();

    assertThat(window.host().cores()).isEqualTo(1);
    assertThat(window.host().busyCores()).isCloseTo(0.98, within(1e-9));
    assertThat(window.host().shared()).isTrue();
    assertThat(window.host().quota()).isTrue();
    assertThat(window.database().cores()).isEqualTo(1);
  }

  @Test
  void theMachineIsTheHostWhereThatIsFullerThanTheQuota() {
    databaseUses(0.5);
    busyCores = 3.9;
    quota = new ProcessReading.Quota("/pod", 2, 1, 0);

    assertThat(window().host().cores()).isEqualTo(4);
  }

  @Test
  void whereNoQuotaIsKnownNothingIsSaidOfOne() {
    assertThat(window().job().throttledShare()).isNull();
    assertThat(window().job().cores()).isEqualTo(4);
  }

  @Test
  void whatWaitsOnTheMachineIsTheDatabaseWhereNothingElseWaits() {
    databaseUses(0.3, 0.7);
    hostWaits = 0.7;
    ownWaits = 0.02;

    Database read = window().database();
    assertThat(read.cpuWaitingShare()).isCloseTo(0.66, within(1e-9));
    assertThat(read.busiest().writers().get(0).cpuWaitingShare()).isCloseTo(0.66, within(1e-9));
  }

  @Test
  void whatWaitsOnTheMachineMayBeTheJob() {
    databaseUses(0.3, 0.7);
    hostWaits = 0.7;
    ownWaits = 0.3;

    assertThat(window().database().cpuWaitingShare()).isNull();
  }

  @Test
  void whatWaitsOnTheMachineMayBeOthers() {
    databaseUses(0.3, 0.7);
    hostWaits = 0.7;
    busyCores = 3;

    assertThat(window().database().cpuWaitingShare()).isNull();
  }

  @Test
  void whatWaitsInAGroupOfItsOwnIsTheDatabase() {
    databaseUses(0.3, 0.4);
    hostWaits = 0.7;
    ownWaits = 0.3;
    busyCores = 3;

    assertThat(window().database().cpuWaitingShare()).isCloseTo(0.4, within(1e-9));
  }

  private void databaseUses(double cores) {
    databaseUses(cores, 0);
  }

  /**
   * @param waiting of the time, in its control group
   */
  private void databaseUses(double cores, double waiting) {
    database = new DatabaseLog(ZERO);
    for (long millis = 2_000; millis <= 10_000; millis += 1_000) {
      var cpu = new TsdbNode.Cpu(OptionalDouble.of(cores * millis / 1e3), OptionalDouble.of(8));
      OptionalDouble waited = OptionalDouble.of(waiting * millis / 1e3);
      database.add(new TsdbSignals(List.of(node(millis, cpu, waited)), List.of()));
    }
  }

  private static TsdbNode node(long millis, TsdbNode.Cpu cpu, OptionalDouble waited) {
    return TsdbNode.named("one", TsdbNode.Role.SINGLE)
        .readAtNanos(millis * 1_000_000)
        .cpu(cpu)
        .pressure(new TsdbNode.Pressure(waited, OptionalDouble.empty()))
        .build();
  }

  @Test
  void severalHostsAreNoHost() {
    otherHost = "b";

    Window window = window();

    assertThat(window.host()).isNull();
    assertThat(window.inFlight().unacknowledgedShare()).isCloseTo(2 / 4.0, within(1e-9));
  }

  /** 200 batches/s of 20 ms are 4 in flight, and not 5. */
  @Test
  void requestsInFlightThatDoNotFitTheAnswersVoidIt() {
    inFlight = 2.5;

    assertThat(window().invalid())
        .containsExactly(
            "Little's law is off by -20 %: requests in flight and answers do not agree");
  }

  /** Twenty of 0.5 s are longer than 8 s. */
  @Test
  void answersThatTakeTooLongForItMakeItDoubtful() {
    latencySeconds = 0.5;
    inFlight = 50;

    assertThat(window().marks()).contains("it is shorter than 20 latencies of 500 ms");
    assertThat(window().invalid()).isEmpty();
  }

  @Test
  void noAnswerAtAllVoidsIt() {
    answers = false;

    assertThat(window().invalid()).containsExactly("no write was answered");
  }

  @Test
  void tellsWhichAddressIsSlow() {
    List<Endpoint> endpoints = window().requests().endpoints();

    assertThat(endpoints.get(0).address()).isEqualTo("http://two");
    assertThat(endpoints.get(0).meanMillis()).isCloseTo(30, within(1e-9));
    assertThat(endpoints.get(1).meanMillis()).isCloseTo(10, within(1e-9));
    assertThat(endpoints.get(1).callsPerSecond()).isCloseTo(100, within(1e-9));
  }

  @Test
  void whereEveryRequestFailsItSaysWithWhatAndWhere() {
    everyRequestFails("HTTP 500", "HTTP 500: disk full");

    assertThat(window().failsAll()).isTrue();
    assertThat(window().invalid())
        .containsExactly("every request fails: http://two: HTTP 500: disk full");
  }

  @Test
  void whereEveryRequestFailsWithoutAWordItSaysThat() {
    everyRequestFails("", "");

    assertThat(window().invalid()).containsExactly("every request fails: http://two: no answer");
  }

  /** A database that the kernel ends again and again answers "not ready" between. */
  @Test
  void whereEveryRequestFailsItSaysHowOftenTheDatabaseBeganAnew() {
    everyRequestFails("HTTP 503", "HTTP 503: Service Unavailable");
    var none = OptionalDouble.empty();
    var rows = new TsdbNode.Rows(OptionalDouble.of(1), Map.of(), none, none);
    for (double start : new double[] {100, 100, 107, 107, 111}) {
      database(0, OptionalDouble.of(start), rows, TsdbNode.Sessions.NONE);
    }

    assertThat(window().invalid())
        .contains(
            "the database was restarted 2 times since it was first read; its log or its kernel's says why");
  }

  /** Nine tenths of them, say: that is a ceiling. */
  @Test
  void oneWriteThatIsTakenIsEnough() {
    failedCode = "HTTP 429";
    throttledShare = 0.9;

    assertThat(window().failsAll()).isFalse();
    assertThat(window().invalid()).isEmpty();
  }

  private void everyRequestFails(String code, String error) {
    nothingIsTaken = true;
    failedCode = code;
    failedError = error;
    failedShare = 1;
  }

  private static final Map<String, Double> IGNORED = Map.of("big_timestamp", 50_000.0);

  /** 160 k samples in 8 s. */
  @Test
  void rowsThatTheDatabaseIgnoredVoidTheWindowIfTheyCanBeOurs() {
    databaseRows(20_000, IGNORED);

    assertThat(window().invalid().get(0)).contains("did not store them: {big_timestamp=");
  }

  @Test
  void rowsThatOthersMayHaveLostDoNot() {
    databaseRows(60_000, IGNORED);

    Window window = window();

    assertThat(window.invalid()).isEmpty();
    assertThat(window.marks()).anyMatch(mark -> mark.startsWith("the database ignored rows of"));
  }

  /** OpenTSDB and its kind: whom they have no connection for hears nothing. */
  @Test
  void whatFailsWhileAllConnectionsAreTakenWasTurnedAway() {
    failedShare = 0.6;
    sessions(2, 3);
    assertThat(window().requests().throttledShare()).isZero();
    assertThat(window().requests().failedShare()).isCloseTo(0.6, within(0.01));

    sessions(3, 3);
    assertThat(window().requests().throttledShare()).isCloseTo(0.6, within(0.01));
    assertThat(window().requests().failedShare()).isZero();
  }

  @Test
  void aDatabaseWhoseConnectionsAreAllTakenHasAnsweredByClosing() {
    answers = false;
    failedShare = 1;
    assertThat(window().invalid()).hasSize(1);

    sessions(3, 3);
    assertThat(window().invalid()).isEmpty();
  }

  private void sessions(double active, double capacity) {
    var none = OptionalDouble.empty();
    database = new DatabaseLog(ZERO);
    var rows = new TsdbNode.Rows(none, Map.of(), none, none);
    var sessions =
        new TsdbNode.Sessions(
            OptionalDouble.of(active), OptionalDouble.of(capacity), none, none, List.of());
    for (int second = 0; second <= 10; second++) {
      database(second, none, rows, sessions);
    }
  }

  /** Of 200 kB/s that are sent; compressed less, the queue may grow by more. */
  @Test
  void whatQueuesALittleBeforeTheDatabaseIsValid() {
    queuedBytes(25e3);

    assertThat(window().invalid()).isEmpty();
  }

  @Test
  void whatQueuesBeforeTheDatabaseHasNoCeiling() {
    queuedBytes(1e6);

    assertThat(window().invalid())
        .singleElement()
        .asString()
        .startsWith("agent:8429 acknowledges and queues: by 1.0 MB/s more");
  }

  private void queuedBytes(double perSecond) {
    var none = OptionalDouble.empty();
    for (int second = 0; second <= 10; second++) {
      var node =
          TsdbNode.named("agent:8429", TsdbNode.Role.OTHER)
              .readAtNanos(second * 1_000_000_000L)
              .storage(
                  new TsdbNode.Storage(
                      none, none, none, none, none, none, OptionalDouble.of(perSecond * second)))
              .build();
      database.add(new TsdbSignals(List.of(node), List.of()));
    }
  }

  /** Each host has a line of its own, and the farthest address counts. */
  @Test
  void knowsRoundTripLinesAndWhatNobodyReads() {
    otherHost = "b";
    InFlight inFlight = window().inFlight();
    assertThat(inFlight.unreadShare()).isCloseTo(1, within(1e-9));
    assertThat(inFlight.roundTripMillis()).isCloseTo(40, within(1e-9));
    assertThat(inFlight.lines()).isEqualTo(2 * window().requests().endpoints().size());
  }

  private void databaseRows(double perSecond, Map<String, Double> ignored) {
    var none = OptionalDouble.empty();
    for (int second = 0; second <= 10; second++) {
      database(
          second,
          none,
          new TsdbNode.Rows(
              OptionalDouble.of(perSecond * second), second < 5 ? Map.of() : ignored, none, none),
          TsdbNode.Sessions.NONE);
    }
  }

  private void database(
      int second, OptionalDouble startSeconds, TsdbNode.Rows rows, TsdbNode.Sessions sessions) {
    var node =
        TsdbNode.named("one", TsdbNode.Role.SINGLE)
            .readAtNanos(second * 1_000_000_000L)
            .startSeconds(startSeconds)
            .rows(rows)
            .sessions(sessions)
            .build();
    database.add(new TsdbSignals(List.of(node), List.of()));
  }

  /** Two addresses in turn, of which the second takes three times as long. */
  private List<Observation.Answers> answers(long batches) {
    long refused = failedCode == null ? 0 : number;
    return List.of(
        new Observation.Answers("http://one", "HTTP 204", true, batches / 2, batches * 0.005, ""),
        new Observation.Answers("http://two", "HTTP 204", true, batches / 2, batches * 0.015, ""),
        new Observation.Answers(
            "http://two",
            failedCode == null ? "" : failedCode,
            false,
            refused,
            refused * 0.01,
            failedError));
  }

  private byte[] calls() {
    var micros = new Histogram(3);
    micros.recordValue(Math.round(latencySeconds * 1e6));
    var encoded = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    return Arrays.copyOf(encoded.array(), micros.encodeIntoCompressedByteBuffer(encoded));
  }
}
