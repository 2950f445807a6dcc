package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.remotewrite.Compression;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings that only VictoriaMetrics has.
 *
 * @param tenant the tenant: "" for a single node, accountID or accountID:projectID on a cluster
 */
record VictoriaMetricsOptions(String tenant, Compression compression) {
  private static final OptionKey<String> TENANT =
      OptionKey.text("tenant", "", "\"accountID\" or \"accountID:projectID\" on a cluster");
  private static final OptionKey<Compression> COMPRESSION =
      OptionKey.choice(
          "compression",
          Compression.class,
          "snappy | zstd: smaller, for VictoriaMetrics from 1.88; an older one is sent Snappy");

  static final List<OptionKey<?>> KEYS = List.of(TENANT, COMPRESSION);

  private static final Pattern IDS = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");
  private static final long MAX_ID = 0xFFFF_FFFFL;

  private static final String TENANT_MUST_BE =
      "must be accountID or accountID:projectID, each below 2^32";

  VictoriaMetricsOptions {
    if (!isTenant(tenant)) {
      throw new IllegalArgumentException(
          "target.tenant=%s: %s".formatted(ErrorText.of(tenant), TENANT_MUST_BE));
    }
  }

  static VictoriaMetricsOptions of(TargetConfig target) {
    return new VictoriaMetricsOptions(
        TENANT.in(target.options()), COMPRESSION.in(target.options()));
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    return isTenant(TENANT.in(options)) ? Map.of() : Map.of(TENANT.name(), TENANT_MUST_BE);
  }

  private static boolean isTenant(String tenant) {
    Matcher ids = IDS.matcher(tenant);
    return tenant.isEmpty()
        || ids.matches()
            && Long.parseLong(ids.group(1)) <= MAX_ID
            && (ids.group(2) == null || Long.parseLong(ids.group(2)) <= MAX_ID);
  }
}
