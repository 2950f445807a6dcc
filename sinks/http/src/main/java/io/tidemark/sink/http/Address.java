package io.tidemark.sink.http;

import io.tidemark.sink.client.ErrorText;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.HttpHost;

/**
 * The address of a request.
 *
 * @param pathAndQuery the path and the query, as the request line has them
 * @param name the URL without its query, which may hold a key; fit for messages
 */
public record Address(HttpHost host, String pathAndQuery, String name) {
  /**
   * Returns the address for a URL of the configuration.
   *
   * @param setting the URL's key in the configuration, for messages
   * @param path makes the request's path from the URL's own path, which it gets without a slash at
   *     its end
   * @throws IllegalArgumentException if the URL can't be used; the message says what to change
   */
  public static Address of(String setting, URI url, UnaryOperator<String> path) {
    check(setting, url);
    return of(url, path.apply(withoutTrailingSlash(url.getRawPath())), url.getRawQuery());
  }

  /**
   * Returns the URL's own address if its path ends like this, or else the address of that end below
   * its path.
   */
  public static Address ending(String setting, URI url, String end) {
    return of(setting, url, path -> path.endsWith(end) ? path : path + end);
  }

  /** Returns the same as {@link #of}, without the URL's query. */
  public static Address withoutQuery(String setting, URI url, UnaryOperator<String> path) {
    check(setting, url);
    return of(url, path.apply(withoutTrailingSlash(url.getRawPath())), null);
  }

  /** Returns this address, which has no query, with one; the name stays without it. */
  public Address withQuery(String query) {
    return new Address(host, pathAndQuery + "?" + query, name);
  }

  /** Returns the URL without its query, as a message may show it. */
  public static String show(URI url) {
    String text = url.toString();
    int end = text.indexOf('?');
    return ErrorText.of(end < 0 ? text : text.substring(0, end));
  }

  /** Returns the host of the URL, without the brackets of an IPv6 address. */
  public String hostName() {
    return host.getHostName();
  }

  public int port() {
    return host.getPort();
  }

  /** Returns the Host header, which names the port only if it is not the scheme's own. */
  String hostHeader() {
    boolean usual = host.getPort() == (host.getSchemeName().equals("https") ? 443 : 80);
    return new HttpHost(host.getHostName(), usual ? -1 : host.getPort()).toHostString();
  }

  /** Returns what is behind the question mark, which may hold a key; empty if nothing is there. */
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
