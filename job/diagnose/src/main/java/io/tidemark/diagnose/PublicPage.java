package io.tidemark.diagnose;

import io.tidemark.process.SecretNames;
import io.tidemark.series.Pseudonyms;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.http.MetricsText.Sample;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes a page of metrics fit to be shown to anyone. Only metrics of known programs are kept. Of
 * their labels' values only those of a few labels are kept, as far as they look like what these
 * usually have. Each other value becomes a pseudonym, the same for equal values, by a key that is
 * nowhere written down. Values of settings that look secret are dropped in any case. Not
 * thread-safe.
 */
final class PublicPage {
  /** Prefixes of metrics that tell of programs, and not of what these are used for. */
  private static final List<String> KEPT =
      List.of(
          "vm_",
          "vmagent_",
          "vmauth_",
          "process_",
          "go_",
          "prometheus_",
          "cortex_",
          "thanos_",
          "otelcol_",
          "node_cpu_",
          "node_disk_",
          "node_load",
          "node_memory_",
          "node_pressure_",
          "node_network_",
          "container_",
          "flink_jobmanager_Status_",
          "flink_taskmanager_Status_",
          "flink_taskmanager_job_task_operator_tidemark_",
          "tidemark_",
          "scrape_");

  private static final Set<String> KEPT_WHOLE = Set.of("flag", "up");

  /** Labels whose values say what is counted, and nothing of who runs it. */
  private static final Set<String> PLAIN =
      Set.of(
          "le",
          "quantile",
          "vmrange",
          "type",
          "rpc_call",
          "version",
          "short_version",
          "mode",
          "cpu",
          "status_code",
          "status",
          "code",
          "method",
          "protocol",
          "reason",
          "is_set",
          "state",
          "limit",
          "operation",
          "action",
          "handler",
          "outcome",
          "subtask_index",
          "path",
          "device");

  private static final String DECIMAL = "[+-]?\\d{1,20}([.]\\d{1,20})?(e[+-]?\\d{1,3})?";

  /** Words, numbers and ranges of them; no address, no domain, no e-mail. */
  private static final Pattern HARMLESS =
      Pattern.compile("[A-Za-z0-9_+/ -]{0,80}|%1$s|%1$s[.]{3}%1$s|[+]?Inf".formatted(DECIMAL));

  private static final Pattern VERSION =
      Pattern.compile("[A-Za-z-]{0,24}v?\\d{1,4}(\\.\\d{1,4}){0,3}([-+][A-Za-z0-9-]{1,24})?");

  /** The tenant in a path of a cluster's API. */
  private static final Pattern TENANT = Pattern.compile("(?<=/)\\d+(:\\d+)?(?=/|$)");

  private static final Pattern API = Pattern.compile("(/[A-Za-z0-9_{}.-]{1,40}){1,8}/?");

  /** A path whose first folder is one of a machine, and not of an API. */
  private static final Pattern FOLDER =
      Pattern.compile(
          "/(home|root|var|mnt|data|opt|srv|tmp|usr|etc|work|storage|users|media)\\b.*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern DISK =
      Pattern.compile("(sd|vd|xvd|nvme|dm-|md|loop|sr)[a-z0-9-]{0,12}");

  private static final Pattern FLAG = Pattern.compile("[A-Za-z0-9._-]{1,60}");

  /** Values that a setting may have without saying anything of anyone. */
  private static final Pattern SETTING =
      Pattern.compile("true|false|\\d{1,20}(\\.\\d{1,9})?([a-zA-Z]{1,3}|%)?|");

  private final boolean raw;
  private final Pseudonyms ofValues;
  private final Set<String> pseudonyms = new TreeSet<>();
  private final SortedMap<String, Set<String>> kept = new TreeMap<>();
  private final Set<String> droppedFlags = new TreeSet<>();
  private final SortedMap<String, Integer> leftOut = new TreeMap<>();

  /**
   * @param raw whether everything except secrets stays as it is
   */
  PublicPage(boolean raw) {
    this.raw = raw;
    var key = new byte[32];
    new SecureRandom().nextBytes(key);
    ofValues = new Pseudonyms(key);
  }

  /** Returns the page to show. It has only samples, because comments are of no use. */
  byte[] of(byte[] page) {
    return MetricsText.lines(page)
        .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
        .flatMap(line -> shown(line).stream())
        .map(sample -> sample + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private Optional<Sample> shown(String line) {
    Optional<Sample> read = MetricsText.sample(line);
    if (read.isEmpty()) {
      leftOut.merge("lines that are no samples", 1, Integer::sum);
      return read;
    }
    String metric = read.get().name();
    if (!raw && !KEPT_WHOLE.contains(metric) && KEPT.stream().noneMatch(metric::startsWith)) {
      leftOut.merge("metrics of other programs", 1, Integer::sum);
      return Optional.empty();
    }
    var labels = new TreeMap<String, String>(read.get().labels());
    if (metric.equals("flag")) {
      flag(labels);
    } else {
      labels.replaceAll(this::value);
    }
    return Optional.of(new Sample(metric, labels, read.get().value()));
  }

  /** Makes a setting fit to be shown: its name is the program's, its value the user's. */
  private void flag(Map<String, String> labels) {
    String name = labels.getOrDefault("name", "");
    String value = labels.getOrDefault("value", "");
    if (SecretNames.isSuspicious(name) || SecretNames.isSuspicious(value)) {
      if (!value.isEmpty()) {
        droppedFlags.add(name);
      }
      labels.put("value", "");
    } else if (!raw && !SETTING.matcher(value).matches()) {
      labels.put("value", pseudonym(value));
    }
    if (!raw) {
      labels.keySet().retainAll(Set.of("name", "value", "is_set"));
      labels.computeIfPresent(
          "name", (label, its) -> FLAG.matcher(its).matches() ? its : pseudonym(its));
      labels.computeIfPresent("is_set", (label, its) -> its.equals("true") ? its : "false");
    }
  }

  private String value(String label, String value) {
    if (raw) {
      return value.contains("://") && SecretNames.isSuspicious(value) ? pseudonym(value) : value;
    }
    String plain = label.equals("path") ? TENANT.matcher(value).replaceAll("{}") : value;
    if (!PLAIN.contains(label) || !isPlain(label, plain)) {
      return pseudonym(value);
    }
    kept.computeIfAbsent(label, name -> new TreeSet<>()).add(plain);
    return plain;
  }

  private static boolean isPlain(String label, String value) {
    return switch (label) {
      case "path", "handler" ->
          value.isEmpty() || API.matcher(value).matches() && !FOLDER.matcher(value).matches();
      case "device" -> DISK.matcher(value).matches();
      case "version", "short_version" -> VERSION.matcher(value).matches() || value.isEmpty();
      default -> HARMLESS.matcher(value).matches();
    };
  }

  /** Returns the pseudonym of a value, which is the same for equal values. */
  String pseudonym(String value) {
    if (value.isEmpty()) {
      return "";
    }
    String name = "p-" + ofValues.of(value);
    pseudonyms.add(name);
    return name;
  }

  int pseudonyms() {
    return pseudonyms.size();
  }

  /** Returns the values that were kept, by label. */
  SortedMap<String, Set<String>> kept() {
    return Collections.unmodifiableSortedMap(kept);
  }

  /** Returns the names of settings whose values were dropped. */
  Set<String> droppedFlags() {
    return droppedFlags;
  }

  /** Returns the number of samples that were left out, by reason. */
  SortedMap<String, Integer> leftOut() {
    return leftOut;
  }
}
