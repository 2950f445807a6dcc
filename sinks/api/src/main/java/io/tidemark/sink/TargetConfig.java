package io.tidemark.sink;

import java.io.Serializable;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The configuration of the database that is written to. It is serializable and free of secrets: it
 * says where they are, not what they are.
 *
 * @param acceptLoad whether the job may write to it without asking, although Tidemark did not start
 *     it
 * @param metricsUrls where the probe reads; if empty, beside {@code urls}
 * @param hostMetricsUrls node_exporters of the database's hosts, which do not get the database's
 *     credentials
 * @param extraLabels labels added to every series; they replace a label of the same name
 * @param runLabel whether the job also adds the label of its run
 * @param options values by the name of the {@link OptionKey}; the database's module makes its own
 *     record of them
 */
public record TargetConfig(
    String type,
    List<URI> urls,
    boolean acceptLoad,
    List<URI> metricsUrls,
    List<URI> hostMetricsUrls,
    Map<String, String> extraLabels,
    boolean runLabel,
    SortedMap<String, String> options,
    Auth auth,
    Tls tls)
    implements Serializable {
  private static final Auth NO_AUTH = new Auth("", "", "", "", "");
  private static final Tls SYSTEM_TRUST = Tls.of("");

  public TargetConfig {
    // Configurations that were saved before this field existed do not have it.
    hostMetricsUrls = hostMetricsUrls == null ? List.of() : hostMetricsUrls;
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** Returns a target that has addresses only. */
  public static TargetConfig of(String type, URI... urls) {
    return new TargetConfig(
        type,
        List.of(urls),
        false,
        List.of(),
        List.of(),
        Map.of(),
        false,
        new TreeMap<>(),
        NO_AUTH,
        SYSTEM_TRUST);
  }

  /** Returns the same database at other addresses, at which its metrics are, too. */
  public TargetConfig withUrls(List<URI> urls) {
    return new TargetConfig(
        type, urls, acceptLoad, List.of(), List.of(), extraLabels, runLabel, options, auth, tls);
  }

  public TargetConfig withExtraLabels(Map<String, String> extraLabels) {
    return new TargetConfig(
        type,
        urls,
        acceptLoad,
        metricsUrls,
        hostMetricsUrls,
        Map.copyOf(extraLabels),
        runLabel,
        options,
        auth,
        tls);
  }

  public TargetConfig withRunLabel(boolean runLabel) {
    return new TargetConfig(
        type,
        urls,
        acceptLoad,
        metricsUrls,
        hostMetricsUrls,
        extraLabels,
        runLabel,
        options,
        auth,
        tls);
  }

  public TargetConfig withOption(String name, String value) {
    var changed = new TreeMap<>(options);
    changed.put(name, value);
    return new TargetConfig(
        type,
        urls,
        acceptLoad,
        metricsUrls,
        hostMetricsUrls,
        extraLabels,
        runLabel,
        changed,
        auth,
        tls);
  }

  public TargetConfig withAuth(Auth auth) {
    return new TargetConfig(
        type,
        urls,
        acceptLoad,
        metricsUrls,
        hostMetricsUrls,
        extraLabels,
        runLabel,
        options,
        auth,
        tls);
  }

  public TargetConfig withTls(Tls tls) {
    return new TargetConfig(
        type,
        urls,
        acceptLoad,
        metricsUrls,
        hostMetricsUrls,
        extraLabels,
        runLabel,
        options,
        auth,
        tls);
  }

  /** Returns the same target for a server that must not see the credentials. */
  public TargetConfig withoutCredentials() {
    return withAuth(NO_AUTH);
  }

  /**
   * The credentials: either a user name with a password, or a bearer token, or nothing; "" if not
   * given. Secrets are read from their file (again whenever it changes) or from an environment
   * variable, given as {@code ${NAME}}.
   */
  public record Auth(
      String username,
      String password,
      String passwordFile,
      String bearerToken,
      String bearerTokenFile)
      implements Serializable {
    /** Leaves out password and token, because a user may have put the secret itself there. */
    @Override
    public String toString() {
      return "Auth[username=%s, passwordFile=%s, bearerTokenFile=%s]"
          .formatted(username, passwordFile, bearerTokenFile);
    }
  }

  /**
   * The TLS settings.
   *
   * @param caFile the PEM file of the authorities to trust instead of the system's, "" for the
   *     system's
   * @param certificateFile the PEM file of the client's own certificate for a server that asks for
   *     one, or ""
   * @param keyFile the PEM file of its key, PKCS #8, or ""
   * @param insecureSkipVerify whether any server is trusted
   */
  public record Tls(
      String caFile, String certificateFile, String keyFile, boolean insecureSkipVerify)
      implements Serializable {
    /** This is said on each start. */
    public static final String INSECURE =
        "target.tls.insecure-skip-verify: the database's certificate is not looked at; whoever is on the way can read and change what is sent";

    /** Returns the settings of a client without a certificate. */
    public static Tls of(String caFile) {
      return new Tls(caFile, "", "", false);
    }
  }
}
