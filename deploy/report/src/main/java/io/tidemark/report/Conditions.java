package io.tidemark.report;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.report.Page.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The conditions under which a search's headline holds, in a few words each: what was measured,
 * where and how.
 */
final class Conditions {
  private final CeilingResult result;
  private final List<Fact> facts = new ArrayList<>();

  private Conditions(CeilingResult result) {
    this.result = result;
  }

  /**
   * Returns the conditions, without those that were not measured, and without addresses, which are
   * above the headline.
   */
  static List<Fact> of(CeilingResult result) {
    var conditions = new Conditions(result);
    Optional<Window> fastest = result.fastest();
    Host host = fastest.map(Window::host).orElse(null);
    conditions.database(fastest.map(Window::database).orElse(null), host);
    Optional.ofNullable(host).ifPresent(conditions::host);
    fastest
        .map(Window::job)
        .filter(job -> !areAllOf(host, job.cores()))
        .ifPresent(job -> conditions.add("Job", cores(job.cores())));
    fastest.map(Window::load).ifPresent(conditions::load);
    conditions.source();
    conditions.add(
        "Measured",
        "%s, for %s s"
            .formatted(minute(result.startedAt()), Amounts.significant(result.seconds(), false)));
    return conditions.facts;
  }

  private void database(Database database, Host host) {
    var text = new StringJoiner(", ");
    String version =
        database == null || database.version() == null
            ? result.versions().get("database")
            : database.version();
    text.add(kind() + (version == null ? "" : " " + version));
    if (database != null && database.cores() != null && !areAllOf(host, database.cores())) {
      text.add(cores(database.cores()));
    }
    add("Database", text.toString());
  }

  /** Returns the kind of the database without its addresses. */
  private String kind() {
    return result.target().split(" ", 2)[0];
  }

  private void host(Host host) {
    String what = (host.shared() ? "%s in all" : "%s") + (host.quota() ? ", by quota" : "");
    add(
        host.shared() ? "Host, shared by job and database" : "Host of the job",
        what.formatted(cores(host.cores())));
  }

  /** Tells whether these are all cores of a host that both share, which says how many it has. */
  private static boolean areAllOf(Host host, double cores) {
    return host != null && host.shared() && cores(cores).equals(cores(host.cores()));
  }

  private void load(Load load) {
    add(
        "Requests",
        "%d in flight of %d samples each, at the highest throughput"
            .formatted(load.inFlight(), load.batchSamples()));
    add("Amplification", "M = %d, N = %s".formatted(load.m(), Amounts.significant(load.n(), true)));
  }

  private void source() {
    String type = result.configuration().get("source.type");
    if (type != null) {
      String series = result.configuration().get("source.%s.series".formatted(type));
      add("Source", series == null ? type : "%s, %s series".formatted(type, series));
    }
  }

  private void add(String name, String value) {
    facts.add(new Fact(name, value));
  }

  /** Returns a time such as "2026-11-21 08:00 UTC". */
  static String minute(String instant) {
    return instant.replaceFirst("T(\\d\\d:\\d\\d):.*Z", " $1 UTC");
  }

  private static String cores(double cores) {
    String number = Amounts.significant(cores, true);
    return number.equals("1") ? "1 core" : number + " cores";
  }
}
