package io.tidemark.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every sink keeps to, against its real server. Its integration tests extend this class. */
public abstract class TsdbContract {
  /** Of the last full hour but two, so that copies lie in the past. */
  private static final long START_MILLIS = (System.currentTimeMillis() / 3_600_000 - 2) * 3_600_000;

  private static final Duration SHOWS_WITHIN = Duration.ofSeconds(20);
  private static final Duration RETRY_FOR = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
  private static final int DRAWS = 30;

  private static final List<InstanceLabels> INSTANCE_LABELS =
      List.of(
          InstanceLabels.of("instance"),
          InstanceLabels.of("host"),
          InstanceLabels.of("host", "instance", "series", "label_7"),
          InstanceLabels.all("instance"));

  @TempDir protected Path folder;

  protected abstract Tsdb tsdb();

  /** With no data. */
  protected abstract RealDatabase start() throws Exception;

  /** As {@link #start}, but refuses {@link #refused()}. */
  protected abstract RealDatabase startRefusing() throws Exception;

  /** What that one refuses however it is sent, and nothing else. */
  protected abstract Sample refused();

  /** One that asks for a password; empty if the kind has none. */
  protected Optional<RealDatabase> startGuarded(String user, String password) throws Exception {
    return Optional.empty();
  }

  /** What it acknowledges and throws away; empty if it does no such thing. */
  protected Optional<Sample> ignored() {
    return Optional.empty();
  }

  /** Whether {@link RealDatabase#occupy} makes it turn writes away: some let all wait instead. */
  protected boolean turnsWritesAway() {
    return true;
  }

  /** Whether it tells of the slots that it may have. */
  protected boolean showsItsSlots() {
    return true;
  }

  /** How long after a sink's end its classes may still be held. */
  protected Duration goneWithin() {
    return Duration.ofSeconds(20);
  }

  /** What it can hold, awkward cases likely. */
  protected double value(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> random.nextInt();
      case 2 -> random.nextInt(1_000_000) / 1000.0;
      case 3 -> -random.nextInt(100) * 1e-6;
      default -> random.nextInt(1000) * 1e12;
    };
  }

  /** Whether a value that was read is the one that was written. */
  protected boolean isSame(double written, double read) {
    return Double.doubleToRawLongBits(written) == Double.doubleToRawLongBits(read);
  }

  /** What it can hold, awkward cases likely. */
  protected String labelValue(Random random) {
    String awkward = "a Z09_-.:/~\"\\{}=,'<>&%\n\té€漢😀";
    int[] characters = awkward.codePoints().toArray();
    var value = new StringBuilder("v");
    for (int i = random.nextInt(20); i > 0; i--) {
      value.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return value.append('.').toString();
  }

  /** Labels of one series at what {@code limits} let through by default. */
  protected Labels largestLabels() {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", "contract_limits");
    labels.put("n".repeat(256), "v");
    labels.put("value", "é".repeat(4096 / 2));
    for (int i = labels.size(); i < 30; i++) {
      labels.put("label" + i, "v" + i);
    }
    return Labels.of(labels);
  }

  /** Returns what a variable names. Without it the test says which part it did not run for. */
  protected static String part(String variable, String what) {
    String path = System.getenv(variable);
    assumeTrue(
        path != null && !path.isBlank(),
        () -> "%s is not set: the contract did not run on %s".formatted(variable, what));
    return path;
  }

  @Test
  void takesItsOwnDefaultsAndSchemes() throws Exception {
    var defaults = new TreeMap<String, String>();
    tsdb().options().forEach(option -> defaults.put(option.name(), option.fallback()));
    try (var database = start()) {
      assertThat(tsdb().problems(defaults)).isEmpty();
      assertThat(database.target().type()).isEqualTo(tsdb().type());
      assertThat(database.target().urls())
          .isNotEmpty()
          .allSatisfy(url -> assertThat(tsdb().schemes()).contains(url.getScheme()));
    }
  }

  /** A savepoint holds payloads of the kind of database that it was written beside. */
  @Test
  void refusesAPayloadOfAnotherKindOfDatabase() throws Exception {
    try (var database = start();
        var client = client(database.target())) {
      var payload = new Payload(new byte[64], "of another kind", 1, 64);
      assertThatThrownBy(() -> client.write(payload))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("encoding=of another kind", "target.type");
      assertAccepted(write(client, plain(database.target()).encode(samples("afterwards", 1))));
    }
  }

  @Test
  void storesWhatTheDefinitionOfACopySays() throws Exception {
    long seed = System.nanoTime() & Integer.MAX_VALUE;
    var random = new Random(seed);
    var expected = new ArrayList<Sample>();
    try (var database = start()) {
      for (int i = 0; i < DRAWS; i++) {
        var labels = Map.of("draw", Integer.toString(i), "extra", labelValue(random));
        TargetConfig target = database.target().withExtraLabels(labels);
        expected.addAll(writeDrawn(target, random));
      }
      assertStored(database, expected, "seed " + seed);
    }
  }

  /** Some series, each with some samples one after the other; each step is a payload or two. */
  private List<Sample> writeDrawn(TargetConfig target, Random random) throws Exception {
    int m = List.of(1, 2, 3, 7, 20).get(random.nextInt(5));
    long intervalMillis = intervalMillis(m);
    var amplification =
        new Amplification(
            m,
            1 + random.nextInt(4),
            intervalMillis,
            INSTANCE_LABELS.get(random.nextInt(INSTANCE_LABELS.size())),
            ValueMode.values()[random.nextInt(ValueMode.values().length)],
            Layout.values()[random.nextInt(Layout.values().length)]);
    var copies = new Copies(amplification, target.extraLabels());
    List<Labels> series =
        IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(i -> labels(i, random)).toList();
    var expected = new ArrayList<Sample>();
    WireFormat format = tsdb().format(target, amplification);
    PayloadBuilder builder = format.newPayloadBuilder();
    try (var client = client(target)) {
      for (int step = 0; step <= random.nextInt(3); step++) {
        var sources = new ArrayList<Sample>();
        for (Labels labels : series) {
          sources.add(new Sample(labels, START_MILLIS + step * intervalMillis, value(random)));
        }
        builder.clear();
        List<Double> endValues = sources.stream().map(s -> value(random)).toList();
        for (int i = 0; i < sources.size(); i++) {
          Sample s = sources.get(i);
          builder.append(
              format.template(s.labels()), s.timestampMillis(), s.value(), endValues.get(i));
        }
        for (Slice slice : slices(amplification, random)) {
          List<Sample> inPayload = copies.of(sources, endValues, slice);
          Payload payload = builder.encode(slice);
          assertThat(format.decode(payload)).isEqualTo(inPayload);
          assertThat(payload.samples()).isEqualTo(inPayload.size());
          assertThat(builder.maxRawBytes()).isGreaterThanOrEqualTo(payload.rawBytes());
          assertAccepted(write(client, payload));
          expected.addAll(inPayload);
        }
      }
    }
    return expected;
  }

  /** Of a database that keeps every millisecond copies lie a fraction of one apart, too. */
  private long intervalMillis(int m) {
    return stepMillis() == 1 ? 60_000 : m * stepMillis();
  }

  private long stepMillis() {
    return tsdb().timestamps(TargetConfig.of(tsdb().type())).step();
  }

  private Labels labels(int number, Random random) {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", "contract_" + random.nextInt(3));
    labels.put("series", Integer.toString(number));
    for (int i = random.nextInt(6); i > 0; i--) {
      labels.put("label_" + random.nextInt(30), labelValue(random));
    }
    if (random.nextBoolean()) {
      labels.put("instance", labelValue(random));
    }
    return Labels.of(labels);
  }

  private static List<Slice> slices(Amplification all, Random random) {
    if (all.m() == 1 || random.nextBoolean()) {
      return List.of(all.all());
    }
    int tick = 1 + random.nextInt(all.m() - 1);
    return List.of(new Slice(0, all.n(), 0, tick), new Slice(0, all.n(), tick, all.m()));
  }

  @Test
  void refusesSamplesAndNoOthers() throws Exception {
    var good = samples("good", 20);
    var sent = new ArrayList<>(good);
    sent.add(7, refused());
    try (var database = startRefusing();
        var client = client(database.target())) {
      WireFormat format = plain(database.target());
      var refused = new ArrayList<Sample>();
      split(client, format, format.encode(sent), refused);

      assertThat(refused).containsExactly(refused());
      assertStored(database, good, "beside a refused one");
    }
  }

  /** As the writer does. */
  private void split(WriteClient client, WireFormat format, Payload payload, List<Sample> refused)
      throws Exception {
    WriteResult result = writePatiently(client, payload);
    if (result.outcome() != ResponseClass.REJECT) {
      assertAccepted(result);
      return;
    }
    assertThat(result.code()).isNotBlank();
    assertThat(result.error()).isNotBlank();
    List<Sample> samples = format.decode(payload);
    if (samples.size() == 1) {
      refused.addAll(samples);
      return;
    }
    int half = samples.size() / 2;
    split(client, format, format.encode(samples.subList(0, half)), refused);
    split(client, format, format.encode(samples.subList(half, samples.size())), refused);
  }

  @Test
  void losesNothingThatItPromisedWhenItIsKilled() throws Exception {
    var promised = samples("promised", 50);
    var late = samples("late", 50);
    try (var database = start();
        var client = client(database.target())) {
      WireFormat format = plain(database.target());
      assertAccepted(write(client, format.encode(promised)));
      assertStored(database, promised, "before the crash");
      database.settle();
      database.kill();
      WriteResult whileDead = write(client, format.encode(late));
      assertThat(isAccepted(whileDead) || whileDead.outcome().isPassing())
          .as("%s", whileDead)
          .isTrue();
      database.startAgain();

      assertStored(database, promised, "after the crash", true);
      // Delivery is at least once: what was stored is sent again.
      assertAccepted(writePatiently(client, format.encode(promised)));
      assertAccepted(writePatiently(client, format.encode(late)));
      var all = new ArrayList<>(promised);
      all.addAll(late);
      assertStored(database, all, "sent again");
    }
  }

  @Test
  void isThrottledAndNotRefusedWhileItIsBusy() throws Exception {
    assumeTrue(turnsWritesAway(), "this kind of database turns no write away");
    var samples = samples("throttled", 10);
    try (var database = start();
        var client = client(database.target())) {
      Payload payload = plain(database.target()).encode(samples);
      Runnable release = database.occupy();
      try {
        WriteResult result = write(client, payload);
        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.THROTTLED);
        assertThat(result.code()).isNotBlank();
        assertThat(result.error()).isNotBlank();
      } finally {
        release.run();
      }
      assertAccepted(writePatiently(client, payload));
      assertStored(database, samples, "once it is no longer busy");
    }
  }

  @Test
  void reportsWhatItTakesIn() throws Exception {
    try (var database = start();
        var client = client(database.target());
        var probe = tsdb().probe(database.target())) {
      WireFormat format = plain(database.target());
      double atFirst = new Totals(probe.read()).rowsInserted().orElse(0);
      // Series that are new may be sent more than once.
      assertAccepted(write(client, format.encode(samples("reported", 10))));
      Poll.until(
          Patience.of(SHOWS_WITHIN),
          LOOK_AGAIN,
          () -> new Totals(read(probe)).rowsInserted().orElse(0) >= atFirst + 10);
      Totals before = new Totals(probe.read());
      assertAccepted(write(client, format.encode(samples("reported", 10, 10))));

      assertMoves(probe, Totals::rowsInserted, before.rowsInserted().orElse(0) + 10);
      Totals after = new Totals(probe.read());
      assertThat(after.signals().version()).isEqualTo(before.signals().version());
      assertThat(after.signals().nodes())
          .extracting(TsdbNode::startSeconds)
          .isEqualTo(before.signals().nodes().stream().map(TsdbNode::startSeconds).toList());
      assertThat(after.cpuSeconds().orElse(0))
          .isGreaterThanOrEqualTo(before.cpuSeconds().orElse(0));
    }
  }

  @Test
  void reportsItsSlotsIfItHasAny() throws Exception {
    assumeTrue(showsItsSlots(), "this kind of database may have slots and does not show them");
    try (var database = start();
        var probe = tsdb().probe(database.target())) {
      Totals idle = new Totals(probe.read());
      Capabilities capabilities = tsdb().capabilities(database.target(), probe.read());
      if (!capabilities.has(Concept.INSERT_SLOTS)) {
        assertThat(idle.slots()).isEmpty();
        return;
      }
      assertThat(idle.slots()).isPresent();
      Runnable release = database.occupy();
      try {
        assertMoves(probe, Totals::slotsInUse, idle.slots().getAsDouble());
      } finally {
        release.run();
      }
    }
  }

  /** What it has and never reports would leave every verdict open. */
  @Test
  void reportsWhoWaitsForLocksIfItHasAny() throws Exception {
    assumeTrue(tsdb().capabilities().has(Concept.LOCKS), "this kind of database reports no locks");
    try (var database = start();
        var probe = tsdb().probe(database.target())) {
      assertThat(probe.read().nodes())
          .allSatisfy(node -> assertThat(node.sessions().waitingForLocks()).isPresent());
    }
  }

  @Test
  void reportsWhatItThrowsAway() throws Exception {
    try (var database = start();
        var client = client(database.target());
        var probe = tsdb().probe(database.target())) {
      assumeTrue(
          ignored().isPresent()
              && tsdb().capabilities(database.target(), probe.read()).has(Concept.IGNORED_ROWS),
          "this database reports no rows that it ignored");
      double before = new Totals(probe.read()).rowsIgnored();
      assertAccepted(
          write(client, plain(database.target()).encode(List.of(ignored().orElseThrow()))));

      assertMoves(probe, now -> OptionalDouble.of(now.rowsIgnored()), before + 1);
    }
  }

  private static void assertMoves(
      CapacityProbe probe, Function<Totals, OptionalDouble> signal, double to) throws Exception {
    var last = new Totals[1];
    Poll.until(
        Patience.of(SHOWS_WITHIN),
        LOOK_AGAIN,
        () -> {
          last[0] = new Totals(read(probe));
          return signal.apply(last[0]).orElse(-1) == to;
        });
    assertThat(signal.apply(last[0])).hasValue(to);
  }

  private static TsdbSignals read(CapacityProbe probe) {
    try {
      return probe.read();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void holdsLabelsAtTheirLimits() throws Exception {
    var samples = List.of(new Sample(largestLabels(), START_MILLIS, 1));
    try (var database = start();
        var client = client(database.target())) {
      assertAccepted(write(client, plain(database.target()).encode(samples)));

      assertStored(database, samples, "labels at their limits");
    }
  }

  @Test
  void showsNoSecret() throws Exception {
    String secret = "s3cr3t-0f-the-c0ntract";
    Path file = Files.writeString(folder.resolve("password"), secret);
    Path wrong = Files.writeString(folder.resolve("wrong"), secret + "-wrong");
    var guarded = startGuarded("contract", secret);
    assumeTrue(guarded.isPresent(), "this kind of database asks for no password");
    try (var database = guarded.get()) {
      for (Path of : List.of(file, wrong)) {
        TargetConfig target =
            database
                .target()
                .withAuth(new TargetConfig.Auth("contract", "", of.toString(), "", ""));
        try (var client = client(target)) {
          WriteResult result = write(client, plain(target).encode(samples("guarded", 1)));
          assertThat(result.outcome())
              .as(result.error())
              .isEqualTo(of == file ? ResponseClass.OK : ResponseClass.FATAL);
          assertThat(target + " " + client + " " + result).doesNotContain(secret);
        }
      }
    }
  }

  /** Of the larger of two runs. */
  protected int seriesOfARun() {
    return 1_200;
  }

  /** Two runs, one of them in parts, and what only looks as if it were of one. */
  @Test
  void findsCountsAndErasesWhatARunWroteAndNothingElse() throws Exception {
    String other = "tidemark-20261122-035500";
    String run = other + "_k7q2x";
    String own = other + "xk7q2x-1";
    long hour = System.currentTimeMillis() / 3_600_000 * 3_600_000;
    var ofRun = new ArrayList<Sample>();
    for (int i = 0; i < seriesOfARun(); i++) {
      var labels = ofRun(Map.of("tidemark_run", run, "i", "" + i));
      ofRun.add(new Sample(labels, hour - 86_400_000, -i));
      ofRun.add(new Sample(labels, hour, i));
    }
    var ofOther = new ArrayList<Sample>();
    for (String value : List.of(other, other + "-01-a")) {
      ofOther.add(new Sample(ofRun(Map.of("tidemark_run", value)), hour, 1));
    }
    var former = new Sample(ofRun(Map.of("run", other, "tidemark_run", "mine")), hour, 2);
    var kept =
        List.of(
            new Sample(ofRun(Map.of()), hour, 3),
            new Sample(ofRun(Map.of("tidemark_run", own)), hour, 4),
            new Sample(ofRun(Map.of("tidemark_run", other + " ")), hour, 5),
            new Sample(ofRun(Map.of("i", other, "run", "mine")), hour, 6),
            new Sample(ofRun(Map.of("i", ",\"tidemark_run\":\"" + other + "\"")), hour, 7));
    try (var database = start()) {
      var made = tsdb().eraser(database.deletions());
      assumeTrue(made.isPresent(), "this kind of database deletes nothing by label");
      try (var eraser = made.get();
          var client = client(database.target())) {
        var all = join(List.of(ofRun, ofOther, List.of(former), kept));
        int size = tsdb().batchSamples().orElse(10_000);
        for (int from = 0; from < all.size(); from += size) {
          var batch = all.subList(from, Math.min(all.size(), from + size));
          assertAccepted(writePatiently(client, plain(database.target()).encode(batch)));
        }
        Patience.untilAsserted(
            SHOWS_WITHIN, () -> assertThat(count(eraser, run)).hasValue(seriesOfARun()));
        assertThat(eraser.find("tidemark_run", run)).containsExactly(run);
        assertThat(eraser.find("tidemark_run", "tidemark"))
            .containsExactlyInAnyOrder(run, other, other + "-01-a", own, other + " ");
        assertThat(eraser.find("run", "tidemark")).containsExactly(other);
        assertThat(eraser.find("none", "tidemark")).isEmpty();

        eraser.erase("tidemark_run", other);

        assertThat(eraser.find("tidemark_run", other)).isEmpty();
        assertThat(count(eraser, run)).hasValue(seriesOfARun());
        assertStored(
            database, join(List.of(ofRun, List.of(former), kept)), "beside a run that is deleted");

        eraser.erase("run", other);
        eraser.erase("tidemark_run", run);
        eraser.erase("tidemark_run", run);

        assertThat(eraser.find("run", "tidemark")).isEmpty();
        assertThat(eraser.find("tidemark_run", run)).isEmpty();
        assertThat(count(eraser, run)).hasValue(0);
        assertStored(database, kept, "beside all runs that are deleted");
      }
    }
  }

  private static OptionalLong count(RunEraser eraser, String run) {
    try {
      return eraser.count("tidemark_run", run);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Labels ofRun(Map<String, String> labels) {
    var all = new TreeMap<>(labels);
    all.put("__name__", "contract_run");
    return Labels.of(all);
  }

  private static List<Sample> join(List<List<Sample>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  @Test
  void leavesNoThreadAndNoClass() throws Exception {
    try (var database = start()) {
      assertThat(IsolatedWrite.accepted(database.target(), goneWithin(), services())).isTrue();
    }
  }

  /** Folders with a {@code META-INF/services} that the class path lacks. */
  protected List<URL> services() {
    return List.of();
  }

  private WriteClient client(TargetConfig target) {
    return new PlainWrites(tsdb()).client(target);
  }

  /** Samples as they are, without copies. */
  private WireFormat plain(TargetConfig target) {
    return new PlainWrites(tsdb()).format(target);
  }

  private List<Sample> samples(String name, int count) {
    return samples(name, count, 0);
  }

  /** One of each series. */
  private List<Sample> samples(String name, int count, int fromStep) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Sample(
                    Labels.of(Map.of("__name__", "contract_" + name, "series", "s" + i)),
                    START_MILLIS + (fromStep + i) * stepMillis(),
                    i))
        .toList();
  }

  private static WriteResult write(WriteClient client, Payload payload) throws Exception {
    return PlainWrites.write(client, payload);
  }

  private static WriteResult writePatiently(WriteClient client, Payload payload) throws Exception {
    long deadlineNanos = System.nanoTime() + Patience.of(RETRY_FOR).toNanos();
    WriteResult result = write(client, payload);
    while (result.outcome().isPassing() && System.nanoTime() - deadlineNanos < 0) {
      Poll.pause(LOOK_AGAIN);
      result = write(client, payload);
    }
    return result;
  }

  private static boolean isAccepted(WriteResult result) {
    return result.outcome() == ResponseClass.OK || result.outcome() == ResponseClass.ALREADY_STORED;
  }

  private static void assertAccepted(WriteResult result) {
    assertThat(isAccepted(result)).as("%s", result).isTrue();
  }

  protected final void assertStored(RealDatabase database, List<Sample> expected, String which)
      throws Exception {
    assertStored(database, expected, which, false);
  }

  private void assertStored(
      RealDatabase database, List<Sample> expected, String which, boolean orMore) throws Exception {
    long deadlineNanos = System.nanoTime() + Patience.of(SHOWS_WITHIN).toNanos();
    var written = byPlace(expected);
    var read = byPlace(database.stored());
    // A point that is kept twice is no other one's.
    while (!read.keySet().containsAll(written.keySet()) && System.nanoTime() - deadlineNanos < 0) {
      Poll.pause(LOOK_AGAIN);
      read = byPlace(database.stored());
    }
    assertThat(beyond(written, read)).as("lost: " + which).isEmpty();
    if (!orMore) {
      // Delivery is at least once: a database may keep the same point twice, never two values of
      // it.
      assertThat(beyond(read, written)).as("never written: " + which).isEmpty();
    }
    for (var point : written.entrySet()) {
      Double value = read.get(point.getKey());
      if (!isSame(point.getValue(), value)) {
        fail("%s: %s holds %s, not %s", which, point.getKey(), value, point.getValue());
      }
    }
  }

  private static Set<String> beyond(Map<String, Double> some, Map<String, Double> others) {
    var beyond = new TreeSet<>(some.keySet());
    beyond.removeIf(others::containsKey);
    return beyond;
  }

  /** Series and time, to the value. */
  private Map<String, Double> byPlace(List<Sample> samples) {
    return samples.stream()
        .collect(
            Collectors.toMap(
                s -> s.labels() + "@" + s.timestampMillis(),
                Sample::value,
                (one, other) -> {
                  assertThat(isSame(one, other)).as("%s and %s at one place", one, other).isTrue();
                  return one;
                }));
  }
}
