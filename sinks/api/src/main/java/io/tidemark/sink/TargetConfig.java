package io.tidemark.sink;

import java.io.Serializable;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The database that is written to. Serializable, and free of secrets: it holds where they are, not
 * what they are.
 *
 * @param tenant "" or "accountID" or "accountID:projectID"
 * @param extraLabels added to every series; they win over a label of the same name
 * @param metricsUrls where the probe reads /metrics; empty: {@code urls}
 */
public record TargetConfig(
    String type,
    List<URI> urls,
    String tenant,
    Map<String, String> extraLabels,
    Compression compression,
    List<URI> metricsUrls,
    Auth auth,
    Tls tls)
    implements Serializable {

  /** The same database at other addresses, where its metrics are too. */
  public TargetConfig withUrls(List<URI> urls) {
    return new TargetConfig(type, urls, tenant, extraLabels, compression, List.of(), auth, tls);
  }

  public TargetConfig withExtraLabels(Map<String, String> extraLabels) {
    return new TargetConfig(
        type, urls, tenant, Map.copyOf(extraLabels), compression, metricsUrls, auth, tls);
  }

  public enum Compression {
    SNAPPY,
    ZSTD
  }

  /**
   * Either a user name with a password or a bearer token or nothing; "" where not given. Secrets
   * are read from their file (again whenever it changes) or from an environment variable, given as
   * {@code ${NAME}}.
   */
  public record Auth(
      String username,
      String password,
      String passwordFile,
      String bearerToken,
      String bearerTokenFile)
      implements Serializable {
    /** Without password and token: a user may have put the secret itself there. */
    @Override
    public String toString() {
      return "Auth[username=%s, passwordFile=%s, bearerTokenFile=%s]"
          .formatted(username, passwordFile, bearerTokenFile);
    }
  }

  /**
   * @param caFile PEM file of the authorities to trust instead of the system's, "" for the system's
   */
  public record Tls(String caFile) implements Serializable {}
}
