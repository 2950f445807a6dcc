package io.tidemark.diagnose;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.window.Database;
import io.tidemark.sink.http.PageFormat.Reading;
import io.tidemark.sink.http.SenderTable;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The readings of a level in words, with the queries that ask for them, and those that no page had.
 */
final class Readings {
  /** The name of each reading, and what it would tell if a page had it. */
  private static final Map<Reading, String[]> WORDS =
      new EnumMap<>(
          Map.of(
              Reading.ROWS,
              new String[] {"written", "how much is written at all"},
              Reading.CPU,
              new String[] {"CPU", "whether the database's cores are full"},
              Reading.CPU_WAITS,
              new String[] {"waits for CPU", "whether a quota holds the database back"},
              Reading.SLOTS,
              new String[] {"insert slots", "how many requests the database works on at once"},
              Reading.NO_SLOT_FREE,
              new String[] {"no slot free", "whether requests wait for a slot"},
              Reading.LINK,
              new String[] {"link to storage", "which storage node is slow"},
              Reading.STORAGE,
              new String[] {"writing files", "whether a disk holds writes up"},
              Reading.IO_STALLS,
              new String[] {"stalls for disk", "whether everything waits for a disk"},
              Reading.SLOW_ROWS,
              new String[] {"slow rows", "whether memory for series is short"},
              Reading.QUERIES,
              new String[] {"queries", "whether queries take the database's CPU"}));

  private final Site site;
  private final Level level;

  Readings(Site site, Level level) {
    this.site = site;
    this.level = level;
  }

  private Database database() {
    return level.window().database();
  }

  /** Returns the readings that speak for or against a limit, and how much is written. */
  List<Diagnosis.Evidence> of(Optional<Limit> limit) {
    var all = new ArrayList<Diagnosis.Evidence>();
    var wanted = new ArrayList<Reading>(List.of(Reading.ROWS));
    limit
        .map(Limit::readings)
        .orElse(List.of(Reading.CPU, Reading.SLOTS, Reading.LINK, Reading.STORAGE))
        .forEach(wanted::add);
    for (Reading reading : wanted) {
      value(reading)
          .ifPresent(
              value ->
                  all.add(
                      new Diagnosis.Evidence(
                          WORDS.get(reading)[0], value, queries().get(reading))));
    }
    all.addAll(ofSenders());
    return List.copyOf(all);
  }

  private List<Diagnosis.Evidence> ofSenders() {
    Interval last = level.intervals().get(level.intervals().size() - 1);
    Interval.Sending sending = last.sending();
    if (!sending.isSeen()) {
      return List.of();
    }
    Optional<SenderTable> table = Optional.of(site.roles().get(sending.busiest()).table());
    String bound =
        sending.isBounded()
            ? " of at most %s".formatted(Amounts.whole(sending.bound()))
            : "; how many there may be is unknown";
    var all = new ArrayList<Diagnosis.Evidence>();
    all.add(
        new Diagnosis.Evidence(
            "in flight",
            Amounts.significant(sending.inFlight(), false) + bound,
            table.flatMap(each -> each.query(Quantity.IN_FLIGHT_SECONDS)).orElse(null)));
    Quantity backlog =
        table.flatMap(each -> each.query(Quantity.PENDING_BYTES)).isPresent()
            ? Quantity.PENDING_BYTES
            : Quantity.SENT_SECONDS;
    all.add(
        new Diagnosis.Evidence(
            "backlog",
            sending.behind() ? "%s has a backlog".formatted(sending.busiest()) : "senders keep up",
            table.flatMap(each -> each.query(backlog)).orElse(null)));
    last.sent(site.senders())
        .ifPresent(
            bytes ->
                all.add(
                    new Diagnosis.Evidence(
                        "sent",
                        "%s a second, by %s".formatted(Amounts.bytes(bytes), sending.busiest()),
                        table.flatMap(each -> each.query(Quantity.BYTES)).orElse(null))));
    if (level.lost() > 0) {
      Quantity lost =
          table.flatMap(each -> each.query(Quantity.REQUESTS_DROPPED)).isPresent()
              ? Quantity.REQUESTS_DROPPED
              : Quantity.SAMPLES_DROPPED;
      all.add(
          new Diagnosis.Evidence(
              "lost",
              "%s of what is to be sent, and it is not sent again"
                  .formatted(Amounts.percent(level.lost())),
              table.flatMap(each -> each.query(lost)).orElse(null)));
    }
    if (sending.inVain() > 0) {
      all.add(
          new Diagnosis.Evidence(
              "failed requests",
              "%s of the requests, %s of them turned away"
                  .formatted(
                      Amounts.percent(sending.inVain()),
                      Amounts.percent(sending.turnedAway() / sending.inVain())),
              table.flatMap(each -> each.query(Quantity.FAILED)).orElse(null)));
    }
    return all;
  }

  private Map<Reading, String> queries() {
    return site.roles().values().stream()
        .filter(role -> role.kind().isOfDatabase())
        .findFirst()
        .map(role -> role.format().queries())
        .orElse(Map.of());
  }

  /** Returns the busiest node's reading in words; empty if no page has it. */
  private Optional<String> value(Reading reading) {
    Database read = database();
    if (read == null) {
      return reading == Reading.ROWS
          ? Optional.of(Amounts.count(level.samplesPerSecond()) + " samples/s")
          : Optional.empty();
    }
    return Optional.ofNullable(
        switch (reading) {
          case ROWS -> Amounts.count(level.samplesPerSecond()) + " samples/s";
          case CPU ->
              share(
                  read.cpuShare(),
                  " of its cores are busy%s".formatted(at(read.busiest().cpuNode())));
          case CPU_WAITS ->
              share(read.cpuWaitingShare(), " of the time something waits for a core");
          case SLOTS ->
              read.busiest().slotsShare() == null
                  ? null
                  : "%s of them are taken%s"
                      .formatted(
                          Amounts.percent(read.busiest().slotsShare()),
                          at(read.busiest().slotsNode()));
          case NO_SLOT_FREE ->
              read.slotLimitPerSecond() == null
                  ? null
                  : "%s requests a second"
                      .formatted(Amounts.significant(read.slotLimitPerSecond(), false));
          case LINK ->
              share(read.linkShare(), " of the time it sends, to %s".formatted(read.link()));
          case STORAGE -> share(read.diskShare(), " of the time of a thread that writes files");
          case IO_STALLS ->
              share(read.ioStalledShare(), " of the time everything waits for a disk");
          case SLOW_ROWS -> share(read.slowInsertShare(), " of the rows are of series in no cache");
          case QUERIES ->
              read.queried() == null || read.queried().concurrent() == null
                  ? null
                  : "%s at once, on average"
                      .formatted(Amounts.significant(read.queried().concurrent(), false));
        });
  }

  private static String at(String node) {
    return node == null ? "" : ", at " + node;
  }

  private static String share(Double share, String words) {
    return share == null ? null : Amounts.percent(share) + words;
  }

  /** Returns the readings that no page has, and what each would tell. */
  List<String> missing() {
    var missing = new ArrayList<String>();
    if (!site.hasDatabase()) {
      missing.add(
          "pages of the database: what it waits for is guessed from how long its answers take");
    }
    queries()
        .forEach(
            (reading, query) -> {
              if (value(reading).isEmpty() && isOfThisKind(reading)) {
                missing.add(
                    "%s: %s [%s]".formatted(WORDS.get(reading)[0], WORDS.get(reading)[1], query));
              }
            });
    if (!level.seesSenders()) {
      missing.add(
          site.senders().isEmpty()
              ? "pages of the senders: whether they keep up, and how many requests they have in"
                  + " flight"
              : "pages of all senders: those that were read are not, or not only, the ones that"
                  + " write here");
    } else if (level.intervals().stream().noneMatch(each -> each.sending().isBounded())) {
      missing.add("how many requests senders may have in flight: whether that bound is used up");
    }
    return missing;
  }

  /** Tells whether these processes can have a reading: only insert nodes have links. */
  private boolean isOfThisKind(Reading reading) {
    return reading != Reading.LINK
        || site.roles().values().stream().anyMatch(role -> role.kind() == Role.Kind.INSERT);
  }
}
