package io.tidemark.sink.http;

import io.tidemark.sink.client.ErrorText;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.HttpHost;

/**
 * Where a request goes.
 *
 * @param pathAndQuery as it stands in the request line
 * @param name the URL without its query, which may hold a key; fit for messages
 */
public record Address(HttpHost host, String pathAndQuery, String name) {
  /**
   * @param setting the key in the configuration, for messages
   * @param path from the URL's own path, without a slash at its end, to that of the request
   * @throws IllegalArgumentException naming what to change
   */
  public static Address of(String setting, URI url, UnaryOperator<String> path) {
    check(setting, url);
    return of(url, path.apply(withoutTrailingSlash(url.getRawPath())), url.getRawQuery());
  }

  /** Of the URL as it is, if its path ends so, or else of what is below it. */
  public static Address ending(String setting, URI url, String end) {
    return of(setting, url, path -> path.endsWith(end) ? path : path + end);
  }

  /** As {@link #of}, without the URL's query. */
  public static Address withoutQuery(String setting, URI url, UnaryOperator<String> path) {
    check(setting, url);
    return of(url, path.apply(withoutTrailingSlash(url.getRawPath())), null);
  }

  /** Of one without a query. The name stays without it. */
  public Address withQuery(String query) {
    return new Address(host, pathAndQuery + "?" + query, name);
  }

  /** The URL as a message may show it. */
  public static String show(URI url) {
    String text = url.toString();
    int end = text.indexOf('?');
    return ErrorText.of(end < 0 ? text : text.substring(0, end));
  }

  /** Of the URL, as it stands there. */
  public String hostName() {
    return host.getHostName();
  }

  public int port() {
    return host.getPort();
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

  private static Address of(URI url, String path, String query) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? 443 : 80;
    return new Address(
        new HttpHost(scheme, unbracketed(url.getHost()), port),
        query == null ? path : path + "?" + query,
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
