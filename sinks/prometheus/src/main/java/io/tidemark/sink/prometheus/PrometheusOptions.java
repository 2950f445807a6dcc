package io.tidemark.sink.prometheus;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.otlp.Compression;
import io.tidemark.sink.remotewrite.MessageVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * The settings of a receiver of remote write or OTLP.
 *
 * @param tenant the tenant; "" for none
 * @param tenantHeader the header that names the tenant
 * @param takesOutOfOrder whether a sample may be older than the last of its series
 * @param version the version of remote write's message; a receiver that knows only version 1 is
 *     sent that
 * @param isOtlp whether OTLP over HTTP is spoken instead
 * @param compression the compression of request bodies
 */
record PrometheusOptions(
    String tenant,
    String tenantHeader,
    boolean takesOutOfOrder,
    MessageVersion version,
    boolean isOtlp,
    Compression compression) {
  private static final OptionKey<String> TENANT =
      OptionKey.text("tenant", "", "tenant in Mimir, Cortex or Thanos; sent in tenant-header");
  private static final OptionKey<String> TENANT_HEADER =
      OptionKey.text(
          "tenant-header", "X-Scope-OrgID", "name of that header; for Thanos: THANOS-TENANT");
  private static final OptionKey<String> OUT_OF_ORDER =
      OptionKey.choice(
          "out-of-order",
          List.of("refused", "accepted"),
          "refused: each series in its order, one request of a writer after the other | accepted: has an out-of-order window");

  private static final OptionKey<MessageVersion> VERSION =
      OptionKey.choice(
          "message-version",
          MessageVersion.class,
          "v1 | v2: of remote write; one that does not know v2 is sent v1");

  private static final String OTLP = "otlp";

  private static final OptionKey<String> PROTOCOL =
      OptionKey.choice(
          "protocol",
          List.of("remote-write", OTLP),
          "remote-write | otlp: OpenTelemetry's, over HTTP, where the receiver takes it");

  private static final OptionKey<Compression> COMPRESSION =
      OptionKey.choice("compression", Compression.class, "compression of otlp bodies");

  static final List<OptionKey<?>> KEYS =
      List.of(TENANT, TENANT_HEADER, OUT_OF_ORDER, PROTOCOL, VERSION, COMPRESSION);

  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** A sender may not set these headers to other values (remote write 2.0, "Protocol"). */
  private static final Pattern OF_THE_PROTOCOL =
      Pattern.compile(
          "(?i)content-.*|x-prometheus-.*|user-agent|authorization|host|connection|transfer-encoding");

  /** These are the characters that a header may contain. */
  private static final Pattern TENANT_NAME = Pattern.compile("[!-~]{0,150}");

  static PrometheusOptions of(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    return new PrometheusOptions(
        TENANT.in(options),
        TENANT_HEADER.in(options),
        OUT_OF_ORDER.in(options).equals("accepted"),
        VERSION.in(options),
        PROTOCOL.in(options).equals(OTLP),
        COMPRESSION.in(options));
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!TENANT_NAME.matcher(TENANT.in(options)).matches()) {
      problems.put(TENANT.name(), "must be at most 150 visible characters of ASCII");
    }
    String header = TENANT_HEADER.in(options);
    if (!HEADER_NAME.matcher(header).matches()) {
      problems.put(TENANT_HEADER.name(), "must be the name of a header");
    } else if (OF_THE_PROTOCOL.matcher(header).matches()) {
      problems.put(TENANT_HEADER.name(), "must not be a header that a request has anyway");
    }
    boolean isOtlp = PROTOCOL.in(options).equals(OTLP);
    if (isOtlp && !VERSION.isDefault(options)) {
      problems.put(VERSION.name(), "is of remote write, and target.protocol is otlp");
    }
    if (!isOtlp && !COMPRESSION.isDefault(options)) {
      problems.put(COMPRESSION.name(), "is of otlp; remote write has Snappy");
    }
    return problems;
  }

  /** Returns the headers of every request for the tenant. */
  Map<String, String> tenantHeaders() {
    return tenant.isEmpty() ? Map.of() : Map.of(tenantHeader, tenant);
  }
}
