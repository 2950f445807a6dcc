package io.tidemark.ceiling;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What an attribution judges, and every question that it asks of it. Each question is one {@link
 * Finding} beside its threshold; what was not measured leaves it open.
 *
 * @param peak the window to explain
 * @param knee of the same search, the window with the least load that reaches the peak's
 *     throughput; null if there is none
 * @param jobCeilingSamplesPerSecond of the job alone; null if it was not measured
 * @param rateAsked whether the user, and not the search, asked the source for a rate
 * @param highestLoadSustained whether the search raised the load as far as it was to, and all of it
 *     was written
 */
public record Facts(
    Window peak,
    Window knee,
    Double jobCeilingSamplesPerSecond,
    boolean rateAsked,
    boolean highestLoadSustained) {

  /** The makers' own alert on CPU, and what every other share is called full at. */
  static final double FULL = 0.9;

  /** Of a core: a thread that shares its core with garbage collection and interrupts. */
  static final double FULL_THREAD = 0.85;

  /** Of a host: what idle loops and rounding leave. */
  static final double FULL_HOST = 0.93;

  /** Of a full host: who has this much of it would gain most from more. */
  static final double LARGER_PART = 0.6;

  static final double MUCH_WAIT = 0.5;
  static final double LITTLE_WAIT = 0.25;
  static final double MUCH_GC = 0.2;
  static final double SKEWED = 1.5;
  static final double THROTTLED = 0.01;
  static final double SLOW_INSERTS = 0.05;
  static final double IO_STALLED = 0.3;
  static final double LIMIT_REACHED = 0.1;
  static final double RATE_KEPT = 0.95;
  static final double IDLE_SOURCE = 0.3;

  // --- the job's side

  Finding waitsForAnswers() {
    double wait = peak.inFlight().permitWaitShare();
    double use = peak.inFlight().use();
    return finding(
        "the job waits for answers",
        "%s of its writers' time, %s of its bound in flight".formatted(percent(wait), percent(use)),
        "at least %s, or %s".formatted(percent(MUCH_WAIT), percent(FULL)),
        wait >= MUCH_WAIT || use >= FULL);
  }

  Finding boundUsedUp() {
    var inFlight = peak.inFlight();
    return finding(
        "requests in flight",
        "%s of %d".formatted(number(inFlight.mean()), inFlight.bound()),
        "at least %s".formatted(percent(FULL)),
        inFlight.use() >= FULL);
  }

  Finding boundNotUsedUp() {
    Finding used = boundUsedUp();
    return finding(
        used.signal(), used.value(), "less than %s".formatted(percent(FULL)), !used.holds());
  }

  Finding waitsLittle() {
    double wait = peak.inFlight().permitWaitShare();
    boolean clientFull = httpCores() >= FULL_THREAD;
    return finding(
        "writers wait for leave to send",
        percent(wait) + (clientFull ? ", while the HTTP client's own threads are full" : ""),
        "less than %s, or the HTTP client is what is full".formatted(percent(LITTLE_WAIT)),
        wait < LITTLE_WAIT || clientFull);
  }

  Finding sourceGivesNoMore() {
    long rate = peak.load().sourceSamplesPerSecond();
    if (rateAsked && rate > 0) {
      double kept = peak.throughput().samplesPerSecond() / peak.load().expectedSamplesPerSecond();
      return finding(
          "the rate that the source was asked for",
          "%s of it is written".formatted(percent(kept)),
          "at least %s".formatted(percent(RATE_KEPT)),
          kept >= RATE_KEPT);
    }
    Double idle = source() == null ? null : source().idle();
    return finding(
        "the source is idle",
        idle == null ? null : percent(idle) + " of the time",
        "at least %s".formatted(percent(IDLE_SOURCE)),
        idle == null ? null : idle >= IDLE_SOURCE);
  }

  Finding highestLoadWritten() {
    return finding(
        "the highest load that was to be tried",
        highestLoadSustained ? "was written" : "was not, or there was none",
        "all of it is written",
        highestLoadSustained);
  }

  Finding collectsMuch() {
    double share = peak.job().gcShare();
    return finding(
        "garbage collection of the job",
        percent(share) + " of the time",
        "more than %s".formatted(percent(MUCH_GC)),
        share > MUCH_GC);
  }

  /** The busiest subtask of a task that has several. */
  Finding oneSubtaskIsFull() {
    Window.Task task =
        peak.tasks().stream()
            .filter(t -> t.parallelism() > 1 && t.cpuSkew() != null)
            .max(Comparator.comparingDouble(Window.Task::cpuCoresMax))
            .orElse(null);
    if (task == null) {
      boolean several = peak.tasks().stream().anyMatch(t -> t.parallelism() > 1);
      return finding(
          "the busiest subtask",
          several ? null : "each task has one",
          "at a core, and %s times the mean".formatted(SKEWED),
          several ? null : false);
    }
    return finding(
        "the busiest subtask of " + task.name(),
        "%s of a core, %s times the mean"
            .formatted(percent(task.cpuCoresMax()), number(task.cpuSkew())),
        "at least %s of a core and %s times the mean".formatted(percent(FULL_THREAD), SKEWED),
        task.cpuCoresMax() >= FULL_THREAD && task.cpuSkew() > SKEWED);
  }

  /** A thread at its core, or the processes at their cores, or most of a full host. */
  Finding jobIsFull() {
    var job = peak.job();
    double thread = busiestThread();
    boolean mostOfHost = hostIsFull() && job.cpuCores() / peak.host().cores() >= LARGER_PART;
    return finding(
        "CPU of the job",
        "%s of %s cores%s, its busiest thread %s of one"
            .formatted(
                number(job.cpuCores()),
                number(job.cores()),
                mostOfHost ? " (most of a full host)" : "",
                percent(thread)),
        "a thread at %s, or all at %s".formatted(percent(FULL_THREAD), percent(FULL)),
        thread >= FULL_THREAD || job.cpuCores() >= FULL * job.cores() || mostOfHost);
  }

  Finding atJobCeiling() {
    Double share = ofJobCeiling();
    return finding(
        "throughput, of what the job reaches without a database",
        share == null ? null : percent(share),
        "at least %s".formatted(percent(FULL)),
        share == null ? null : share >= FULL);
  }

  Finding belowJobCeiling() {
    Double share = ofJobCeiling();
    return finding(
        "throughput, of what the job reaches without a database",
        share == null ? null : percent(share),
        "less than %s".formatted(percent(FULL)),
        share == null ? null : share < FULL);
  }

  // --- the network

  /** In the client's hands, or in the sockets' buffers, which take in a whole body at once. */
  Finding mostlySends() {
    return sending(peak, true);
  }

  private static Finding sending(Window window, boolean wanted) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = window.inFlight().unacknowledgedShare();
    boolean known = inClient != null || onTheLine != null;
    boolean slow = over(inClient) || over(onTheLine);
    return finding(
        "sending the body",
        known
            ? "%s of a request's time%s"
                .formatted(
                    inClient == null ? "unknown part" : percent(inClient),
                    onTheLine == null
                        ? ""
                        : ", %s of the requests on the line".formatted(percent(onTheLine)))
            : null,
        (wanted ? "at least %s" : "less than %s").formatted(percent(MUCH_WAIT)),
        known ? slow == wanted : null);
  }

  private static boolean over(Double share) {
    return share != null && share >= MUCH_WAIT;
  }

  Finding sendsQuickly() {
    return sending(peak, false);
  }

  Finding httpClientHasRoom() {
    double cores = httpCores();
    return finding(
        "the HTTP client's threads",
        percent(cores) + " of a core",
        "less than %s".formatted(percent(FULL_THREAD)),
        cores < FULL_THREAD);
  }

  // --- the database's side

  Finding storageIsSlow() {
    var database = peak.database();
    if (database == null) {
      return finding("the database's storage", null, "free", null);
    }
    if (Boolean.TRUE.equals(database.readOnly())) {
      return finding("the database's storage", "read-only", "takes writes", true);
    }
    boolean cpuIsFree = database.cpuShare() == null || database.cpuShare() < FULL;
    return Stream.of(
            over("link to storage " + database.link() + " sending", database.linkShare(), FULL),
            over(
                "every task of the database waits for the disk",
                database.ioStalledShare(),
                IO_STALLED),
            over("writing files", cpuIsFree ? database.diskShare() : null, FULL),
            over(
                "rows whose series is in no cache",
                cpuIsFree ? database.slowInsertShare() : null,
                SLOW_INSERTS))
        .filter(found -> found.holds() != null)
        .max(Comparator.comparing(Finding::holds))
        .orElse(finding("the database's storage", "nothing of it is full", "free", false));
  }

  Finding turnsAway() {
    double share = peak.requests().throttledShare();
    return finding(
        "requests answered 429 or 503",
        percent(share),
        "more than %s".formatted(percent(THROTTLED)),
        share > THROTTLED);
  }

  /** A request that found no slot for a minute is answered 503, too. */
  Finding notForWantOfSlots() {
    Double timeouts = peak.database() == null ? null : peak.database().slotTimeoutPerSecond();
    return finding(
        "requests that gave up waiting for a slot",
        timeouts == null ? null : number(timeouts) + "/s",
        "none",
        timeouts == null ? null : timeouts == 0);
  }

  Finding databaseCpuIsFull() {
    var database = peak.database();
    if (database == null || database.cpuShare() == null) {
      return finding("CPU of the database", null, "at least %s".formatted(percent(FULL)), null);
    }
    boolean mostOfHost = databaseHasMostOfFullHost();
    return finding(
        "CPU of the database",
        "%s of %s cores (%s)%s"
            .formatted(
                number(database.cpuCoresUsed()),
                number(database.cores()),
                percent(database.cpuShare()),
                mostOfHost ? jobsPart() : ""),
        "at least %s, or most of a full host".formatted(percent(FULL)),
        database.cpuShare() >= FULL || mostOfHost);
  }

  Finding databaseCpuIsFree() {
    Finding full = databaseCpuIsFull();
    return finding(
        full.signal(),
        full.holds() == null ? null : full.value(),
        "less than %s".formatted(percent(FULL)),
        full.holds() == null ? null : !full.holds());
  }

  Finding slotsAreTaken() {
    return slotsAreTaken(peak, "slots taken", true);
  }

  Finding slotsAreFree() {
    return slotsAreTaken(peak, "slots taken", false);
  }

  /** A slow upload holds its slot, too; but the sending is slow before the slots are taken. */
  Finding slotsWereFreeWhenSendingWasSlow() {
    Finding atPeak = slotsAreFree();
    boolean slowAtKnee = knee != null && Boolean.TRUE.equals(sending(knee, true).holds());
    return Boolean.TRUE.equals(atPeak.holds()) || !slowAtKnee
        ? atPeak
        : slotsAreTaken(
            knee, "slots taken at %d in flight".formatted(knee.load().inFlight()), false);
  }

  private static Finding slotsAreTaken(Window window, String signal, boolean wanted) {
    var database = window.database();
    if (database == null || database.slots() == null) {
      return finding(signal, null, "of all", null);
    }
    double calls = Math.max(window.throughput().callsPerSecond(), 1e-9);
    double reached =
        database.slotLimitPerSecond() == null ? 0 : database.slotLimitPerSecond() / calls;
    double inUse = database.slotsInUse() == null ? 0 : database.slotsInUse() / database.slots();
    boolean taken = inUse >= FULL || reached >= LIMIT_REACHED;
    return finding(
        signal,
        "%s of %s on average, %s of the requests found none free"
            .formatted(
                database.slotsInUse() == null ? "unknown" : number(database.slotsInUse()),
                number(database.slots()),
                percent(Math.min(1, reached))),
        wanted
            ? "at least %s, or %s found none".formatted(percent(FULL), percent(LIMIT_REACHED))
            : "less than %s, and fewer than %s found none"
                .formatted(percent(FULL), percent(LIMIT_REACHED)),
        taken == wanted);
  }

  // --- the host

  Finding hostFull() {
    var host = peak.host();
    return finding(
        "CPU of the host",
        host == null
            ? null
            : "%s of %s cores, %s of them the job's%s"
                .formatted(
                    number(host.busyCores()),
                    number(host.cores()),
                    number(peak.job().cpuCores()),
                    databasesPart()),
        "at least %s".formatted(percent(FULL_HOST)),
        host == null ? null : hostIsFull());
  }

  /** A full host explains slow answers, whoever fills it. */
  Finding hostHasRoom() {
    Finding full = hostFull();
    return finding(
        full.signal(),
        full.holds() == null ? null : full.value(),
        "less than %s".formatted(percent(FULL_HOST)),
        full.holds() == null ? null : !full.holds());
  }

  private boolean hostIsFull() {
    return peak.host() != null && peak.host().busyShare() >= FULL_HOST;
  }

  private boolean databaseHasMostOfFullHost() {
    return hostIsFull()
        && peak.host().shared()
        && peak.database().cpuCoresUsed() != null
        && peak.database().cpuCoresUsed() / peak.host().cores() >= LARGER_PART;
  }

  private String databasesPart() {
    boolean here =
        peak.host().shared() && peak.database() != null && peak.database().cpuCoresUsed() != null;
    return here ? ", %s the database's".formatted(number(peak.database().cpuCoresUsed())) : "";
  }

  private String jobsPart() {
    return "; the host is full, the job has %s of its %s cores"
        .formatted(number(peak.job().cpuCores()), number(peak.host().cores()));
  }

  private Window.Task source() {
    return peak.tasks().isEmpty() ? null : peak.tasks().get(0);
  }

  private double httpCores() {
    Double cores = peak.job().httpCpuCoresMax();
    return cores == null ? 0 : cores;
  }

  double busiestThread() {
    return DoubleStream.concat(
            DoubleStream.of(httpCores()),
            peak.tasks().stream()
                .filter(task -> task.cpuCoresMax() != null)
                .mapToDouble(Window.Task::cpuCoresMax))
        .max()
        .orElse(0);
  }

  Double ofJobCeiling() {
    return jobCeilingSamplesPerSecond == null || jobCeilingSamplesPerSecond <= 0
        ? null
        : peak.throughput().samplesPerSecond() / jobCeilingSamplesPerSecond;
  }

  private static Finding over(String signal, Double share, double threshold) {
    return finding(
        signal,
        share == null ? null : percent(share),
        "more than %s".formatted(percent(threshold)),
        share == null ? null : share > threshold);
  }

  private static Finding finding(String signal, String value, String threshold, Boolean holds) {
    return new Finding(signal, value == null ? "missing" : value, threshold, holds);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value)
        .replaceFirst("\\.?0+$", "");
  }
}
