package io.tidemark.sink.rrdcached;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * The settings that only RRDcached has: how to create a file when a series comes first.
 *
 * @param folder the folder of all files, below the daemon's own
 * @param step the time between two values of a file, in whole seconds
 * @param heartbeat the longest gap between two updates that is filled and not left unknown
 * @param archives the archives as {@code rrdtool create} takes them; the first keeps every value
 * @param pidFile the file that names the daemon's process, on this host
 */
record RrdcachedOptions(
    String folder, Duration step, Duration heartbeat, List<String> archives, String pidFile) {
  private static final OptionKey<String> FOLDER =
      OptionKey.text(
          "folder", "tidemark", "folder of all files, below the daemon's base folder (-b)");
  private static final OptionKey<Duration> STEP =
      OptionKey.duration(
          "step",
          Duration.ofMinutes(1),
          "between two values of a file, whole seconds: samples lie on multiples of it");
  private static final OptionKey<Duration> HEARTBEAT =
      OptionKey.duration(
          "heartbeat",
          Duration.ZERO,
          "a gap up to this is filled with the value after it, a longer one unknown; 0s: ten steps");
  private static final OptionKey<String> ARCHIVES =
      OptionKey.text(
          "archives",
          "RRA:AVERAGE:0.5:1:1440",
          "archives of created files, as rrdtool create takes them; the first keeps every value");
  private static final OptionKey<String> PID_FILE =
      OptionKey.text(
          "pid-file",
          "/var/run/rrdcached.pid",
          "file with the process id of a daemon on this host, to read its CPU and memory");

  static final List<OptionKey<?>> KEYS = List.of(FOLDER, STEP, HEARTBEAT, ARCHIVES, PID_FILE);

  /** Such a name never leads out of the daemon's folder, and means nothing in its protocol. */
  private static final Pattern FOLDER_NAMES = Pattern.compile("[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*");

  private static final Pattern ARCHIVE =
      Pattern.compile("RRA:(AVERAGE|MIN|MAX|LAST):0?\\.\\d+:[1-9]\\d{0,7}:[1-9]\\d{0,7}");
  private static final Pattern EVERY_VALUE = Pattern.compile("RRA:\\w+:[0-9.]+:1:\\d+");
  private static final int MAX_FOLDER = 200;
  private static final int MAX_ARCHIVES = 1_000;
  private static final int DEFAULT_HEARTBEAT_STEPS = 10;

  /**
   * @throws IllegalArgumentException if a setting is wrong; the message names its key
   */
  static RrdcachedOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    OptionKey.requireNone(problems(options));
    Duration step = STEP.in(options);
    Duration heartbeat = HEARTBEAT.in(options);
    return new RrdcachedOptions(
        FOLDER.in(options),
        step,
        heartbeat.isZero() ? step.multipliedBy(DEFAULT_HEARTBEAT_STEPS) : heartbeat,
        List.of(ARCHIVES.in(options).split(" +")),
        PID_FILE.in(options));
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    String folder = FOLDER.in(options);
    if (!FOLDER_NAMES.matcher(folder).matches() || folder.length() > MAX_FOLDER) {
      problems.put(
          FOLDER.name(), "must be at most %d of A-Z, a-z, 0-9, _, - and /".formatted(MAX_FOLDER));
    }
    Duration step = STEP.in(options);
    if (!isWholeSeconds(step) || step.isZero()) {
      problems.put(STEP.name(), "must be whole seconds, at least one");
    }
    Duration heartbeat = HEARTBEAT.in(options);
    if (!isWholeSeconds(heartbeat) || !heartbeat.isZero() && heartbeat.compareTo(step) < 0) {
      problems.put(HEARTBEAT.name(), "must be whole seconds, at least a step, or 0s");
    }
    String archives = ARCHIVES.in(options);
    List<String> each = List.of(archives.split(" +"));
    if (archives.length() > MAX_ARCHIVES
        || !each.stream().allMatch(archive -> ARCHIVE.matcher(archive).matches())
        || !EVERY_VALUE.matcher(each.get(0)).matches()) {
      problems.put(
          ARCHIVES.name(),
          "must be archives such as RRA:AVERAGE:0.5:1:1440, the first of one step a row");
    }
    return problems;
  }

  private static boolean isWholeSeconds(Duration duration) {
    return !duration.isNegative() && duration.getNano() == 0;
  }

  /** Returns what follows a file's name in CREATE; an existing file stays as it is. */
  String creation(long firstSeconds) {
    return "-s %d -b %d -O DS:value:GAUGE:%d:U:U %s"
        .formatted(
            step.toSeconds(),
            firstSeconds - step.toSeconds(),
            heartbeat.toSeconds(),
            String.join(" ", archives));
  }

  /** RRDtool leaves a value unknown if it comes later than the heartbeat (src/rrd_update.c). */
  Optional<String> problemOfGap(Duration gap) {
    return gap.compareTo(heartbeat) <= 0
        ? Optional.empty()
        : Optional.of(
            "stores a value as unknown that comes more than target.heartbeat=%ds (if not set, ten of target.step=%ds) after the last; raise either"
                .formatted(heartbeat.toSeconds(), step.toSeconds()));
  }

  /** Returns the consolidation function of the archive that keeps every value. */
  String function() {
    return archives.get(0).split(":")[1];
  }
}
