package io.tidemark.job.config;

import static io.tidemark.job.config.Rules.rule;
import static io.tidemark.job.config.Rules.secret;

import io.tidemark.series.Layout;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.jars.DatabaseJars;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rules of section {@code target}. */
final class TargetRules {
  private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");
  private static final SortedMap<String, Tsdb> DATABASES =
      Tsdb.all(TargetRules.class.getClassLoader());

  /** Returns all types, also those whose jar is not here: it may be added. */
  private static Set<String> types() {
    var types = new TreeSet<>(DatabaseJars.beside(TargetRules.class.getClassLoader()));
    types.addAll(DATABASES.keySet());
    return types;
  }

  static final List<Rules.Rule> RULES =
      List.of(
          rule(
              "target.type",
              c -> DATABASES.containsKey(c.target().type()),
              "must be one of " + String.join(", ", types())),
          rule(
              "amplify.layout",
              c -> c.amplify().layout() != Layout.TIME || !takesSeriesInOrder(c),
              c ->
                  "target.type=%s takes the samples of a series in their order; set series or grouped"
                      .formatted(c.target().type())),
          rule("amplify.m", TargetRules::isOnStep, TargetRules::offStep),
          rule(
              "target.urls",
              c ->
                  !c.target().urls().isEmpty()
                      || c.target().type().equals("null")
                      || !DATABASES.containsKey(c.target().type()),
              "must name the database to write to"),
          // An address may carry credentials, so a wrong one is not repeated.
          urls("target.urls", c -> c.target().urls()),
          urls("target.metrics-urls", c -> c.target().metricsUrls()),
          urls("queries.urls", c -> c.queries().urls()),
          urls("target.host-metrics-urls", c -> c.target().hostMetricsUrls()),
          rule(
              "target.extra-labels",
              c ->
                  !c.target().extraLabels().containsKey("")
                      && !c.target().extraLabels().containsValue(""),
              "a label's name and value must not be empty"),
          rule(
              "target.extra-labels",
              c ->
                  c.amplify().n() == 1 && c.amplify().churn() == 0
                      || Collections.disjoint(
                          c.target().extraLabels().keySet(), c.amplify().labelNames()),
              c ->
                  "must not hold amplify.instance-label=%s, which tells copies and the series of amplify.churn apart"
                      .formatted(String.join(",", c.amplify().labelNames()))),
          rule(
              "target.extra-labels",
              c -> !c.target().runLabel() || RunLabel.of(c.target()).isEmpty(),
              "%s is set by the run itself; give it here only with target.run-label=false"
                  .formatted(RunLabel.KEY)),
          rule(
              "target.tls.key-file",
              c ->
                  c.target().tls().certificateFile().isEmpty()
                      == c.target().tls().keyFile().isEmpty(),
              "goes with certificate-file"),
          rule(
              "target.tls.certificate-file",
              c -> c.target().tls().certificateFile().isEmpty() || speaksHttp(c),
              "only for a database that is written to over HTTP"),
          rule(
              "target.tls.insecure-skip-verify",
              c -> !c.target().tls().insecureSkipVerify() || speaksHttp(c),
              "only for a database that is written to over HTTP"),
          rule(
              "target.tls.insecure-skip-verify",
              c -> !c.target().tls().insecureSkipVerify() || c.target().tls().caFile().isEmpty(),
              "given beside ca-file; keep one"),
          secret(
              "target.auth.password",
              c -> isReference(c.target().auth().password()),
              "must be a reference such as ${TARGET_PASSWORD}; or use password-file"),
          secret(
              "target.auth.bearer-token",
              c -> isReference(c.target().auth().bearerToken()),
              "must be a reference such as ${TARGET_TOKEN}; or use bearer-token-file"),
          secret(
              "target.auth.password-file",
              c -> !bothGiven(c.target().auth().password(), c.target().auth().passwordFile()),
              "given beside password; keep one"),
          secret(
              "target.auth.bearer-token-file",
              c -> !bothGiven(c.target().auth().bearerToken(), c.target().auth().bearerTokenFile()),
              "given beside bearer-token; keep one"),
          secret(
              "target.auth.username",
              c ->
                  c.target().auth().username().isEmpty() != hasPassword(c.target().auth())
                      || !c.target().auth().username().isEmpty() && takesUserNameAlone(c),
              "a user name and its password (or password-file) go together"),
          secret(
              "target.auth.username",
              c -> c.target().auth().username().isEmpty() || !hasToken(c.target().auth()),
              "given beside a bearer token; keep one"),
          secret(
              "target.auth.username",
              c ->
                  c.target().auth().username().isEmpty() && !hasPassword(c.target().auth())
                      || logsInAndSpeaksTls(c),
              "target.type does not log in"),
          secret(
              "target.auth.bearer-token",
              c -> !hasToken(c.target().auth()) || speaksHttp(c),
              "only for a database that is written to over HTTP"),
          rule(
              "target.tls.ca-file",
              c -> c.target().tls().caFile().isEmpty() || logsInAndSpeaksTls(c),
              c -> "target.type=%s is not written to over TLS".formatted(c.target().type())));

  private TargetRules() {}

  private static boolean takesSeriesInOrder(JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    return tsdb != null && tsdb.capabilities(config.target()).orderedPerSeries();
  }

  /** Tells whether the database keeps all copies of a sample that it keeps. */
  private static boolean isOnStep(JobConfig config) {
    long step = stepMillis(config);
    long m = config.amplify().m();
    return step == 1 || m <= 1 || config.amplify().interval().toMillis() % (m * step) == 0;
  }

  private static String offStep(JobConfig config) {
    return "copies would lie %s ms apart, and as it is configured target.type=%s keeps multiples of %d ms"
        .formatted(
            config.amplify().interval().toMillis() / config.amplify().m(),
            config.target().type(),
            stepMillis(config));
  }

  private static long stepMillis(JobConfig config) {
    return ready(config).map(tsdb -> tsdb.timestamps(config.target()).step()).orElse(1L);
  }

  /** Returns the database, unless a key of its own is wrong, which is a problem by itself. */
  static Optional<Tsdb> ready(JobConfig config) {
    return Optional.ofNullable(DATABASES.get(config.target().type()))
        .filter(tsdb -> tsdb.problems(config.target().options()).isEmpty());
  }

  private static boolean speaksHttp(JobConfig config) {
    List<String> schemes = schemes(config);
    return schemes.isEmpty() || schemes.contains("https");
  }

  private static boolean logsInAndSpeaksTls(JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    return tsdb == null || tsdb.logsInAndSpeaksTls();
  }

  private static boolean takesUserNameAlone(JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    return tsdb != null && tsdb.takesUserNameAlone();
  }

  private static Rules.Rule urls(String key, Function<JobConfig, List<URI>> urls) {
    return new Rules.Rule(
        key,
        (config, value) -> {
          List<String> schemes = schemes(config);
          return urls.apply(config).stream().allMatch(url -> isPlain(url, schemes, config))
              ? Optional.empty()
              : Optional.of(
                  "%s: must be %s, without user:password@, ? or #"
                      .formatted(key, addresses(config)));
        });
  }

  /** Returns words such as "http:// or https:// with a host", and what names a socket. */
  private static String addresses(JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    if (tsdb == null) {
      return "a URL with a host";
    }
    Map<Boolean, String> byHost =
        tsdb.schemes().stream()
            .collect(
                Collectors.partitioningBy(tsdb::hasHost, Collectors.joining(":// or ", "", "://")));
    boolean hasSockets = !tsdb.schemes().stream().allMatch(tsdb::hasHost);
    return byHost.get(true)
        + " with a host"
        + (hasSockets ? " or " + byHost.get(false) + " with a path" : "");
  }

  private static List<String> schemes(JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    return tsdb == null ? List.of() : tsdb.schemes();
  }

  private static boolean isPlain(URI url, List<String> schemes, JobConfig config) {
    return (schemes.isEmpty() || schemes.contains(url.getScheme()))
        && (url.getHost() != null || namesSocket(url, config))
        && url.getRawUserInfo() == null
        && url.getRawQuery() == null
        && url.getRawFragment() == null;
  }

  private static boolean namesSocket(URI url, JobConfig config) {
    Tsdb tsdb = DATABASES.get(config.target().type());
    return tsdb != null
        && url.getScheme() != null
        && !tsdb.hasHost(url.getScheme())
        && url.getPath() != null
        && url.getPath().length() > 1;
  }

  /** Returns the problems of the keys that the kind of database has for itself. */
  static List<Rules.Broken> ownKeys(TargetConfig target) {
    Tsdb tsdb = DATABASES.get(target.type());
    if (tsdb == null) {
      return List.of();
    }
    var broken = new ArrayList<Rules.Broken>();
    Map<String, String> problems = tsdb.problems(target.options());
    for (OptionKey<?> option : tsdb.options()) {
      String key = "target." + option.name();
      String value = option.text(target.options());
      if (option.secret() && !isReference(value)) {
        broken.add(new Rules.Broken(key, key + ": must be a reference such as ${TARGET_PASSWORD}"));
      } else if (problems.containsKey(option.name())) {
        String shown = option.secret() ? key : key + "=" + value;
        broken.add(new Rules.Broken(key, shown + ": " + problems.get(option.name())));
      }
    }
    return broken;
  }

  private static boolean isReference(String secret) {
    return secret.isEmpty() || ENVIRONMENT.matcher(secret).matches();
  }

  private static boolean bothGiven(String one, String other) {
    return !one.isEmpty() && !other.isEmpty();
  }

  private static boolean hasPassword(TargetConfig.Auth auth) {
    return !auth.password().isEmpty() || !auth.passwordFile().isEmpty();
  }

  private static boolean hasToken(TargetConfig.Auth auth) {
    return !auth.bearerToken().isEmpty() || !auth.bearerTokenFile().isEmpty();
  }
}
