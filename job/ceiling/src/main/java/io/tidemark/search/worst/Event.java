package io.tidemark.search.worst;

import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.SystemUnderTest.ChangeableDatabase;
import io.tidemark.process.RunException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Something that is to happen to the database while a rate is held.
 *
 * @param name the event's name, as the user wrote it
 * @param hook the user's commands that make and undo it; null if Tidemark makes it
 */
public record Event(String name, Hook hook) {
  private static final String RESTART = "restart";
  private static final String MIDNIGHT = "midnight";
  private static final String MERGE = "merge";
  private static final List<String> BUILT_IN = List.of(RESTART, MIDNIGHT, MERGE);
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  /**
   * @param names each with one event's name, or several with commas between them
   * @param hooks each with an event's name, {@code =} and the command that makes it
   * @param undos each with an event's name, {@code =} and the command that undoes it
   * @param limit the most time that each command may take
   * @throws ConfigException if an event can't be made, or a hook can't be undone
   */
  public static List<Event> parse(
      List<String> names, List<String> hooks, List<String> undos, Duration limit, Undos pending) {
    Map<String, String> commands = byEvent("--hook", hooks);
    Map<String, String> undone = byEvent("--undo", undos);
    var events = new LinkedHashMap<String, Event>();
    for (String text : names) {
      for (String each : text.split(",", -1)) {
        String name = each.strip();
        String undo = undone.remove(name);
        Event event = of(name, commands.remove(name), undo, limit, pending);
        if (events.put(name, event) != null) {
          throw new ConfigException("--worst=%s: it is named twice".formatted(name));
        }
      }
    }
    requireNone("--hook", commands);
    requireNone("--undo", undone);
    return List.copyOf(events.values());
  }

  private static Event of(String name, String command, String undo, Duration limit, Undos pending) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigException(
          "--worst=%s: expected names of events, such as restart,midnight,merge".formatted(name));
    }
    if (command == null) {
      if (!BUILT_IN.contains(name)) {
        throw new ConfigException(
            "--worst=%s: Tidemark itself makes only %s; %s"
                .formatted(name, String.join(", ", BUILT_IN), remedy(name)));
      }
      if (undo != null) {
        throw new ConfigException(
            "--undo=%s: there is no --hook that it undoes; %s".formatted(name, remedy(name)));
      }
      return new Event(name, null);
    }
    if (undo == null) {
      throw new ConfigException(
          "--hook=%s: say how it is undone, with --undo %s=COMMAND (true if it undoes itself)"
              .formatted(name, name));
    }
    return new Event(name, new Hook(name, command, undo, limit, pending));
  }

  private static String remedy(String name) {
    return "say how with --hook %s=COMMAND and --undo %s=COMMAND".formatted(name, name);
  }

  private static Map<String, String> byEvent(String option, List<String> texts) {
    var commands = new LinkedHashMap<String, String>();
    for (String text : texts) {
      String[] parts = text.split("=", 2);
      if (parts.length < 2 || parts[1].isBlank()) {
        throw new ConfigException(
            "%s=%s: expected EVENT=COMMAND, such as node-down=./stop-node.sh"
                .formatted(option, text));
      }
      if (commands.put(parts[0].strip(), parts[1]) != null) {
        throw new ConfigException("%s=%s: it is named twice".formatted(option, parts[0]));
      }
    }
    return commands;
  }

  private static void requireNone(String option, Map<String, String> left) {
    left.keySet().stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw new ConfigException("%s=%s: --worst does not name it".formatted(option, name));
            });
  }

  /** Tells whether only generated time is to cross midnight UTC; the database is left alone. */
  public boolean isMidnight() {
    return isOurs(MIDNIGHT);
  }

  /** Tells whether the database is to be asked to merge its files. */
  public boolean isMerge() {
    return isOurs(MERGE);
  }

  private boolean isOurs(String builtIn) {
    return hook == null && name.equals(builtIn);
  }

  /**
   * Checks the event for a database that Tidemark did not start.
   *
   * @throws ConfigException if the event would change it, and no hook of the user's makes it
   */
  public void requireHarmless() {
    if (hook == null && !isMidnight()) {
      throw new ConfigException(
          "--worst=%s: Tidemark does that only to a database that it started; leave out target.urls, or %s"
              .formatted(name, remedy(name)));
    }
  }

  /**
   * Checks the event for a database of our own.
   *
   * @param product what users call it
   * @param merges whether it takes requests to merge
   * @throws ConfigException if it takes none, and that is the event
   */
  public void requireMerge(String product, boolean merges) {
    if (isMerge() && !merges) {
      throw new ConfigException(
          "--worst=%s: %s takes no request to merge its files; %s"
              .formatted(name, product, remedy(name)));
    }
  }

  /**
   * Returns what the user has to agree to: all commands as they are run.
   *
   * @return empty if there are none
   */
  public static Optional<String> commands(List<Event> events) {
    var hooks = new ArrayList<Hook>();
    events.stream().filter(event -> event.hook != null).forEach(event -> hooks.add(event.hook));
    return hooks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            hooks.stream()
                .map(Hook::text)
                .collect(
                    Collectors.joining(
                        "; ",
                        "This runs commands of yours on this machine, several times: ",
                        ".")));
  }

  /**
   * Begins the event and does not wait for it; the caller closes what is returned.
   *
   * @param ours the database, if Tidemark started it
   * @param warn told of what could not be undone
   * @throws RunException if it can't begin
   */
  public Happening begin(Optional<ChangeableDatabase> ours, Consumer<String> warn) {
    if (hook != null) {
      return hook.begin(warn);
    }
    ChangeableDatabase database =
        ours.orElseThrow(
            () -> new RunException(name + " could not be made: the database is not ours"));
    return Happening.of(name, isMerge() ? database.beginMerge() : database.beginRestart());
  }
}
