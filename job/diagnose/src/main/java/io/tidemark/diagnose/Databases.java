package io.tidemark.diagnose;

import io.tidemark.diagnose.Role.Kind;
import io.tidemark.job.config.ConfigException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the processes of the one database that is asked about. Pure. */
final class Databases {
  private Databases() {}

  /** Tells whether a process has one of these names, in which an asterisk stands for anything. */
  static boolean isNamed(String process, Collection<String> names) {
    return names.stream()
        .anyMatch(
            name ->
                Pattern.matches(
                    Stream.of(name.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")),
                    process));
  }

  /**
   * Returns the roles, in which processes of other databases are left out.
   *
   * @param names names of the database's processes, as for {@link #isNamed}; empty for the only
   *     database that there is
   * @throws ConfigException if there are several databases and none is named, or no process of a
   *     database has such a name
   */
  static Map<String, Role> only(Map<String, Role> roles, List<String> names) {
    if (!names.isEmpty()) {
      var named = new TreeMap<String, Role>();
      roles.forEach(
          (process, role) ->
              named.put(
                  process,
                  role.kind().isOfDatabase() && !isNamed(process, names) ? Role.other() : role));
      if (named.values().stream().noneMatch(role -> role.kind().isOfDatabase())) {
        throw new ConfigException(
            "--database=%s: nothing of that name takes or stores writes; there are %s"
                .formatted(String.join(",", names), words(ofDatabases(roles))));
      }
      return named;
    }
    List<Set<String>> databases = databases(roles);
    if (databases.size() > 1) {
      throw new ConfigException(
          "%d databases are on these pages; name the one that is meant, or several processes that are one: --database %s [%s]"
              .formatted(
                  databases.size(),
                  String.join(",", databases.get(0)),
                  databases.stream().map(Databases::words).collect(Collectors.joining(" | "))));
    }
    return roles;
  }

  private static Set<String> ofDatabases(Map<String, Role> roles) {
    return roles.entrySet().stream()
        .filter(each -> each.getValue().kind().isOfDatabase())
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String words(Set<String> processes) {
    return processes.isEmpty() ? "none" : String.join(", ", processes);
  }

  /**
   * Returns the processes of each database. Each single process is a database, and so are insert
   * nodes that hand on to the same storage.
   */
  private static List<Set<String>> databases(Map<String, Role> roles) {
    var databases = new ArrayList<Set<String>>();
    var links = new ArrayList<Set<String>>();
    roles.forEach(
        (process, role) -> {
          if (role.kind() == Kind.SINGLE) {
            databases.add(new TreeSet<>(Set.of(process)));
            links.add(new HashSet<>());
          } else if (role.kind() == Kind.INSERT) {
            join(databases, links, process, addresses(role));
          }
        });
    Set<String> storages =
        roles.entrySet().stream()
            .filter(each -> each.getValue().kind() == Kind.STORAGE)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    boolean handedOn = roles.values().stream().anyMatch(role -> role.kind() == Kind.INSERT);
    if (!storages.isEmpty() && !handedOn) {
      databases.add(storages);
    }
    return databases;
  }

  private static void join(
      List<Set<String>> databases, List<Set<String>> links, String process, Set<String> to) {
    var processes = new TreeSet<>(Set.of(process));
    var addresses = new HashSet<>(to);
    for (int i = links.size() - 1; i >= 0; i--) {
      if (!Collections.disjoint(links.get(i), addresses)) {
        processes.addAll(databases.remove(i));
        addresses.addAll(links.remove(i));
      }
    }
    databases.add(processes);
    links.add(addresses);
  }

  /** Returns the addresses of a node's links, whose names may say after a space what is sent. */
  private static Set<String> addresses(Role role) {
    return role.node().links().keySet().stream()
        .map(link -> link.split(" ", 2)[0])
        .collect(Collectors.toSet());
  }
}
