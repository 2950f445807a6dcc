package io.tidemark.sink.http;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.ErrorText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * The meaning of each HTTP status for the payload, and the advice for a status that ends the run.
 * Immutable.
 */
public final class StatusTable {
  /**
   * The meaning of the statuses from {@code first} to {@code last}.
   *
   * @param words words that must be in the server's text; "" for any text
   * @param advice what to change, for a status that ends the run; else ""
   */
  public record Row(int first, int last, String words, ResponseClass outcome, String advice) {
    private boolean matches(int status, String serverText) {
      return status >= first && status <= last && serverText.contains(words);
    }
  }

  private static final String USE_TLS = "write https:// in target.urls";

  /** These rows hold for any server; a database puts its own rows before them. */
  public static final StatusTable HTTP =
      new StatusTable(
          List.of(
              row(200, 299, ResponseClass.OK, ""),
              row(
                  300,
                  399,
                  ResponseClass.FATAL,
                  "redirects are not followed; give the final address in target.urls"),
              // Go's server and nginx answer this to plain HTTP on a TLS port.
              fatal(400, "HTTP request to an HTTPS server", USE_TLS),
              fatal(400, "plain HTTP request was sent to HTTPS port", USE_TLS),
              row(400, 400, ResponseClass.REJECT, ""),
              fatal(401, "", "check target.auth: user name and password, or bearer token"),
              fatal(403, "", "these credentials may not write here; check target.auth"),
              fatal(404, "", "no such path there; check the path in target.urls"),
              row(408, 408, ResponseClass.RETRY, ""),
              row(409, 409, ResponseClass.REJECT, ""),
              row(413, 413, ResponseClass.REJECT, ""),
              row(415, 415, ResponseClass.REJECT, ""),
              row(422, 422, ResponseClass.REJECT, ""),
              row(429, 429, ResponseClass.THROTTLED, ""),
              row(
                  402,
                  499,
                  ResponseClass.FATAL,
                  "the server refuses the request as such; check that target.urls name a database that takes writes"),
              fatal(501, "", "the server does not know such writes; check target.urls"),
              row(503, 503, ResponseClass.THROTTLED, ""),
              row(500, 599, ResponseClass.RETRY, "")));

  private static final Row UNKNOWN =
      row(0, 0, ResponseClass.FATAL, "not a status of HTTP; check target.urls");

  private final List<Row> rows;

  private StatusTable(List<Row> rows) {
    this.rows = List.copyOf(rows);
  }

  /**
   * Returns a table with a database's own rows before the present ones; the first row that matches
   * counts.
   */
  public StatusTable with(Row... own) {
    var all = new ArrayList<>(List.of(own));
    all.addAll(rows);
    return new StatusTable(all);
  }

  /** Returns a row that ends the run. */
  public static Row fatal(int status, String words, String advice) {
    return new Row(status, status, words, ResponseClass.FATAL, advice);
  }

  private static Row row(int first, int last, ResponseClass outcome, String advice) {
    return new Row(first, last, "", outcome, advice);
  }

  /** Returns the status as a code; "" for 0, which means that there was no answer. */
  static String code(int status) {
    return status == 0 ? "" : "HTTP " + status;
  }

  public ResponseClass outcome(int status, String serverText) {
    return find(status, serverText).outcome();
  }

  /**
   * Returns the error as one bounded line; empty for OK.
   *
   * @param serverText the answer's body, already bounded and free of secrets
   * @param location where a redirect points, or null
   */
  public String error(int status, String serverText, String location) {
    Row row = find(status, serverText);
    if (row.outcome() == ResponseClass.OK) {
      return "";
    }
    var error = new StringBuilder(code(status));
    if (!serverText.isEmpty()) {
      error.append(": ").append(serverText);
    }
    if (!row.advice().isEmpty()) {
      error.append("; ").append(row.advice());
    }
    if (location != null && status >= 300 && status <= 399) {
      error.append(" [location=").append(withoutQuery(location)).append(']');
    }
    return error.toString();
  }

  private Row find(int status, String serverText) {
    for (Row row : rows) {
      if (row.matches(status, serverText)) {
        return row;
      }
    }
    return UNKNOWN;
  }

  /**
   * The query is left out because login pages put tokens into it, and so is a user name before the
   * host.
   */
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
