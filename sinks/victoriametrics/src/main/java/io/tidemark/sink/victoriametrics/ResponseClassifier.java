package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.ResponseClass;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** What a status means for the payload, and what to do about one that ends the run. */
final class ResponseClassifier {
  /** A status from {@code first} to {@code last}; the first rule that matches counts. */
  private record Rule(int first, int last, ResponseClass outcome, String advice) {}

  /** A 400 that no change of the payload can help, known by the server's words. */
  private record Misdirected(String words, String advice) {}

  private static final String CHECK_PATH =
      "no such path there; check the path in target.urls, and target.tenant (for clusters only)";

  private static final String USE_TLS = "write https:// in target.urls";

  /**
   * VictoriaMetrics' words for a wrong path, then Go's and nginx's for plain HTTP on a TLS port.
   */
  private static final List<Misdirected> MISDIRECTED =
      List.of(
          new Misdirected("unsupported path requested", CHECK_PATH),
          new Misdirected("HTTP request to an HTTPS server", USE_TLS),
          new Misdirected("plain HTTP request was sent to HTTPS port", USE_TLS));

  private static final List<Rule> RULES =
      List.of(
          new Rule(200, 299, ResponseClass.OK, ""),
          new Rule(
              300,
              399,
              ResponseClass.FATAL,
              "redirects are not followed; give the final address in target.urls"),
          new Rule(400, 400, ResponseClass.REJECT, ""),
          new Rule(
              401,
              401,
              ResponseClass.FATAL,
              "check target.auth: user name and password, or bearer token"),
          new Rule(
              403,
              403,
              ResponseClass.FATAL,
              "these credentials may not write here; check target.auth and target.tenant"),
          new Rule(404, 404, ResponseClass.FATAL, CHECK_PATH),
          new Rule(408, 408, ResponseClass.RETRY, ""),
          new Rule(409, 409, ResponseClass.REJECT, ""),
          new Rule(413, 413, ResponseClass.REJECT, ""),
          new Rule(415, 415, ResponseClass.REJECT, ""),
          new Rule(422, 422, ResponseClass.REJECT, ""),
          new Rule(429, 429, ResponseClass.RETRY, ""),
          new Rule(
              402,
              499,
              ResponseClass.FATAL,
              "the server refuses the request as such; check that target.urls name a VictoriaMetrics that takes writes"),
          new Rule(
              501,
              501,
              ResponseClass.FATAL,
              "the server does not know remote write; check target.urls"),
          new Rule(500, 599, ResponseClass.RETRY, ""));

  private static final Rule UNKNOWN =
      new Rule(0, 0, ResponseClass.FATAL, "not a status of HTTP; check target.urls");

  private ResponseClassifier() {}

  static ResponseClass outcome(int status, String serverText) {
    return rule(status, serverText).outcome();
  }

  /**
   * One line, bounded; empty for OK.
   *
   * @param serverText the answer's body, already bounded and free of secrets
   * @param location where a redirect points, or null
   */
  static String error(int status, String serverText, String location) {
    Rule rule = rule(status, serverText);
    if (rule.outcome() == ResponseClass.OK) {
      return "";
    }
    var error = new StringBuilder("HTTP ").append(status);
    if (!serverText.isEmpty()) {
      error.append(": ").append(serverText);
    }
    if (!rule.advice().isEmpty()) {
      error.append("; ").append(rule.advice());
    }
    if (location != null && status >= 300 && status <= 399) {
      error.append(" [location=").append(withoutQuery(location)).append(']');
    }
    return error.toString();
  }

  private static Rule rule(int status, String serverText) {
    if (status == 400) {
      for (Misdirected misdirected : MISDIRECTED) {
        if (serverText.contains(misdirected.words())) {
          return new Rule(400, 400, ResponseClass.FATAL, misdirected.advice());
        }
      }
    }
    for (Rule rule : RULES) {
      if (status >= rule.first() && status <= rule.last()) {
        return rule;
      }
    }
    return UNKNOWN;
  }

  /** Login pages put tokens into queries, and a user name may stand before the host. */
  private static String withoutQuery(String location) {
    try {
      URI to = new URI(location);
      return ErrorText.of(
          new URI(to.getScheme(), null, to.getHost(), to.getPort(), to.getPath(), null, null)
              .toString());
    } catch (URISyntaxException e) {
      return "unreadable";
    }
  }
}
