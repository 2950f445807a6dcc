package io.tidemark.sink.victoriametrics;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.HttpHost;

/**
 * Where a request goes.
 *
 * @param pathAndQuery as it stands in the request line
 * @param name the URL without its query, which may hold a key; fit for messages
 */
record Address(HttpHost host, String pathAndQuery, String name) {
  private static final String WRITE_PATH = "/api/v1/write";
  private static final String METRICS_PATH = "/metrics";
  private static final Pattern TENANT = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");
  private static final long MAX_TENANT_ID = 0xFFFF_FFFFL;

  /**
   * Where remote write goes: below the URL's own path, unless that names the write path already.
   *
   * @param tenant "" for a single node, else as on a cluster's vminsert
   * @throws IllegalArgumentException naming what to change
   */
  static Address ofWrite(URI url, String tenant) {
    check("target.urls", url);
    checkTenant(tenant);
    String path = withoutTrailingSlash(url.getRawPath());
    if (path.endsWith(WRITE_PATH)) {
      if (!tenant.isEmpty()) {
        throw new IllegalArgumentException(
            "target.tenant=%s can't be added to a URL that ends in %s [url=%s]; leave one out"
                .formatted(tenant, WRITE_PATH, show(url)));
      }
      return of(url, path);
    }
    String below = tenant.isEmpty() ? "" : "/insert/" + tenant + "/prometheus";
    return of(url, path + below + WRITE_PATH);
  }

  /** The /metrics page of the process that answers at a URL of {@code target.urls}. */
  static Address ofMetricsBeside(URI writeUrl) {
    check("target.urls", writeUrl);
    String path = withoutTrailingSlash(writeUrl.getRawPath());
    int insert = path.indexOf("/insert/");
    if (insert >= 0) {
      path = path.substring(0, insert);
    } else if (path.endsWith(WRITE_PATH)) {
      path = path.substring(0, path.length() - WRITE_PATH.length());
      path = path.endsWith("/prometheus") ? path.substring(0, path.lastIndexOf('/')) : path;
    }
    return of(withoutQuery(writeUrl), path + METRICS_PATH);
  }

  /** The page a URL of {@code target.metrics-urls} names, with or without its last part. */
  static Address ofMetrics(URI url) {
    check("target.metrics-urls", url);
    String path = withoutTrailingSlash(url.getRawPath());
    return of(url, path.endsWith(METRICS_PATH) ? path : path + METRICS_PATH);
  }

  /** The Host header: the port is left out where it is the scheme's own. */
  String hostHeader() {
    boolean usual = host.getPort() == (host.getSchemeName().equals("https") ? 443 : 80);
    return new HttpHost(host.getHostName(), usual ? -1 : host.getPort()).toHostString();
  }

  /** What is behind the question mark: it may hold a key. */
  Optional<String> query() {
    int mark = pathAndQuery.indexOf('?');
    return mark < 0 || mark == pathAndQuery.length() - 1
        ? Optional.empty()
        : Optional.of(pathAndQuery.substring(mark + 1));
  }

  private static Address of(URI url, String path) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? 443 : 80;
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return new Address(
        new HttpHost(scheme, unbracketed(url.getHost()), port),
        path + query,
        scheme + "://" + url.getHost() + ":" + port + path);
  }

  private static void check(String setting, URI url) {
    if (url.getRawUserInfo() != null
        || url.getRawAuthority() != null && url.getRawAuthority().indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "%s holds a user name or password, which would end up in logs [host=%s]; use target.auth.username and target.auth.password-file"
              .formatted(setting, url.getHost()));
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
      throw new IllegalArgumentException(
          "%s: not an http:// or https:// URL with a host [url=%s]".formatted(setting, show(url)));
    }
    if (url.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "%s: a URL to write to has no #fragment [url=%s]".formatted(setting, show(url)));
    }
  }

  private static void checkTenant(String tenant) {
    if (tenant.isEmpty()) {
      return;
    }
    var ids = TENANT.matcher(tenant);
    if (!ids.matches()
        || Long.parseLong(ids.group(1)) > MAX_TENANT_ID
        || ids.group(2) != null && Long.parseLong(ids.group(2)) > MAX_TENANT_ID) {
      throw new IllegalArgumentException(
          "target.tenant=%s: expected accountID or accountID:projectID, each from 0 to %d"
              .formatted(ErrorText.of(tenant), MAX_TENANT_ID));
    }
  }

  private static String show(URI url) {
    String text = url.toString();
    int end = text.indexOf('?');
    return ErrorText.of(end < 0 ? text : text.substring(0, end));
  }

  private static URI withoutQuery(URI url) {
    return url.getRawQuery() == null ? url : URI.create(show(url));
  }

  private static String withoutTrailingSlash(String path) {
    int end = path == null ? 0 : path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path == null ? "" : path.substring(0, end);
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
