package io.tidemark.diagnose;

import io.tidemark.diagnose.Role.Kind;
import io.tidemark.hosts.NodeExporterPage;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.Time;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.http.PageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The processes on the pages: the role of each, and what each told when. Not thread-safe. */
final class Site {
  /** The time of pages, in nanoseconds since 1970; it does not pass by itself. */
  private static final Time OF_PAGES =
      new Time() {
        @Override
        public long millisAt(long nanos) {
          return nanos / 1_000_000;
        }

        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public void pause(Duration pause) {
          throw new UnsupportedOperationException("what was saved does not wait");
        }
      };

  private final DatabaseLog database = new DatabaseLog(OF_PAGES);
  private final Map<String, SenderLog> senders = new TreeMap<>();
  private final Map<String, TreeSet<Long>> times = new TreeMap<>();
  private final Map<String, Integer> untold = new TreeMap<>();
  private final Set<String> unknown = new TreeSet<>();
  private final Set<String> problems = new LinkedHashSet<>();
  private final Map<String, Role> roles;

  private Site(Map<String, Role> roles) {
    this.roles = roles;
  }

  /**
   * @param pages all pages, the oldest first
   * @param databases names of the database's processes; empty for the only database that there is
   * @throws ConfigException if it is not plain which database is meant, or no process is known
   */
  static Site of(List<? extends ProcessPage> pages, List<String> databases) {
    var roles = new TreeMap<String, Role>();
    for (ProcessPage page : pages) {
      if (!roles.containsKey(page.process())) {
        boolean named = Databases.isNamed(page.process(), databases);
        Role.of(page.process(), page.read(), named)
            .ifPresent(role -> roles.put(page.process(), role));
      }
    }
    var site = new Site(Databases.only(roles, databases));
    if (site.roles.values().stream()
        .noneMatch(role -> role.kind().isOfDatabase() || role.kind() == Kind.SENDER)) {
      throw new ConfigException(
          "none of the %d pages is of a process that takes, stores or sends writes, as far as the names of its metrics tell"
              .formatted(pages.size()));
    }
    var moment = new ArrayList<ProcessPage>();
    for (ProcessPage page : pages) {
      if (!moment.isEmpty() && moment.get(0).millis() != page.millis()) {
        site.add(moment);
        moment.clear();
      }
      moment.add(page);
    }
    site.add(moment);
    return site;
  }

  /** Adds the pages of one moment. */
  private void add(List<? extends ProcessPage> pages) {
    var nodes = new LinkedHashMap<PageFormat, List<TsdbNode>>();
    for (ProcessPage page : pages) {
      Role role = roles.get(page.process());
      if (role == null) {
        unknown.add(page.process());
        continue;
      }
      boolean told =
          switch (role.kind()) {
            case SENDER -> addSender(page, role);
            case HOST -> addHost(page);
            case SINGLE, INSERT, STORAGE -> {
              Optional<TsdbNode> node =
                  role.format().read(page.read(), page.process(), 1_000_000 * page.millis());
              node.ifPresent(
                  each -> nodes.computeIfAbsent(role.format(), of -> new ArrayList<>()).add(each));
              yield node.isPresent();
            }
            case OTHER -> true;
          };
      if (told) {
        times.computeIfAbsent(page.process(), process -> new TreeSet<>()).add(page.millis());
      } else {
        untold.merge(page.process(), 1, Integer::sum);
      }
    }
    if (!nodes.isEmpty()) {
      nodes.forEach((format, its) -> problems.addAll(format.problems(its)));
      database.add(
          new TsdbSignals(nodes.values().stream().flatMap(Collection::stream).toList(), List.of()));
    }
  }

  private boolean addSender(ProcessPage page, Role role) {
    var read = role.table().read(page.read());
    senders.computeIfAbsent(page.process(), process -> new SenderLog()).add(page.millis(), read);
    return !read.isEmpty();
  }

  private boolean addHost(ProcessPage page) {
    Map<String, Double> read = NodeExporterPage.parse(page.read());
    if (read.containsKey(NodeExporterPage.CORES)) {
      database.addHosts(Map.of(page.process(), read), 1_000_000 * page.millis());
      return true;
    }
    return false;
  }

  DatabaseLog database() {
    return database;
  }

  boolean hasDatabase() {
    return roles.values().stream().anyMatch(role -> role.kind().isOfDatabase());
  }

  Map<String, SenderLog> senders() {
    return senders;
  }

  Map<String, Role> roles() {
    return roles;
  }

  /** Returns known problems of these versions, and the pages that told nothing. */
  List<String> notes() {
    var notes = new ArrayList<>(problems);
    untold.forEach(
        (process, pages) ->
            notes.add(
                pages == 1
                    ? "a page of %s tells nothing of what it told before".formatted(process)
                    : "%d pages of %s tell nothing of what they told before"
                        .formatted(pages, process)));
    if (!unknown.isEmpty()) {
      notes.add("nothing on the pages of %s is known".formatted(String.join(", ", unknown)));
    }
    return notes;
  }

  int pages(String process) {
    return times.getOrDefault(process, new TreeSet<>()).size();
  }

  /**
   * Returns the moments of the database's process (without one, of the sender) that was read least
   * often, because between two of these each of the others was read, too.
   */
  List<Long> moments() {
    return times.entrySet().stream()
        .filter(each -> isJudged(roles.get(each.getKey())) && each.getValue().size() > 1)
        .min(Comparator.comparingInt(each -> each.getValue().size()))
        .map(each -> List.copyOf(each.getValue()))
        .orElse(List.of());
  }

  /** Returns how many of these moments lie between two times. */
  int moments(long from, long to) {
    return (int) moments().stream().filter(each -> each >= from && each <= to).count();
  }

  private boolean isJudged(Role role) {
    return role.kind().isOfDatabase() || !hasDatabase() && role.kind() == Kind.SENDER;
  }
}
