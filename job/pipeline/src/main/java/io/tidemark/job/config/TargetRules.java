package io.tidemark.job.config;

import static io.tidemark.job.config.Rules.rule;
import static io.tidemark.job.config.Rules.secret;

import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/** Rules of section {@code target}. */
final class TargetRules {
  private static final Pattern TENANT = Pattern.compile("(\\d{1,10})(:(\\d{1,10}))?");
  private static final long LARGEST_ACCOUNT = (1L << 32) - 1;
  private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");
  private static final String URLS =
      "must be http:// or https:// with a host, without user:password@, ? or #";

  static final List<Rules.Rule> RULES =
      List.of(
          rule(
              "target.type",
              c -> c.target().type(),
              c -> !c.target().type().isBlank(),
              c -> "must name a kind of database, or null"),
          rule(
              "target.urls",
              c -> c.target().urls(),
              c -> !c.target().urls().isEmpty() || c.target().type().equals("null"),
              c -> "must hold at least one"),
          // An address may carry credentials, so a wrong one is not repeated.
          secret(
              "target.urls", c -> c.target().urls().stream().allMatch(TargetRules::isPlain), URLS),
          secret(
              "target.metrics-urls",
              c -> c.target().metricsUrls().stream().allMatch(TargetRules::isPlain),
              URLS),
          rule(
              "target.tenant",
              c -> c.target().tenant(),
              c -> c.target().tenant().isEmpty() || isTenant(c.target().tenant()),
              c -> "must be accountID or accountID:projectID, each below 2^32"),
          rule(
              "target.extra-labels",
              c -> c.target().extraLabels().keySet(),
              c -> !c.target().extraLabels().containsKey(""),
              c -> "a label's name must not be empty"),
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
              c -> c.target().auth().username().isEmpty() != hasPassword(c.target().auth()),
              "a user name and its password (or password-file) go together"),
          secret(
              "target.auth.username",
              c -> c.target().auth().username().isEmpty() || !hasToken(c.target().auth()),
              "given beside a bearer token; keep one"));

  private TargetRules() {}

  private static boolean isPlain(URI url) {
    return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
        && url.getHost() != null
        && url.getRawUserInfo() == null
        && url.getRawQuery() == null
        && url.getRawFragment() == null;
  }

  private static boolean isTenant(String tenant) {
    var matcher = TENANT.matcher(tenant);
    return matcher.matches()
        && Long.parseLong(matcher.group(1)) <= LARGEST_ACCOUNT
        && (matcher.group(3) == null || Long.parseLong(matcher.group(3)) <= LARGEST_ACCOUNT);
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
