package io.tidemark.endtoend;

import io.tidemark.process.Poll;
import io.tidemark.run.Interrupts;
import io.tidemark.search.worst.Event;
import io.tidemark.search.worst.Happening;
import io.tidemark.search.worst.Undos;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Begins a hook as a search does, says when it is made, and waits to be ended. */
final class HeldHook {
  private HeldHook() {}

  /**
   * @param arguments the command, and what undoes it
   */
  public static void main(String[] arguments) {
    Undos pending = Undos.ofThisUser();
    Event event =
        Event.parse(
                List.of("node-down"),
                List.of("node-down=" + arguments[0]),
                List.of("node-down=" + arguments[1]),
                Duration.ofMinutes(5),
                pending)
            .get(0);
    try (var interrupts = new Interrupts(pending::unfinished);
        Happening happening = event.begin(Optional.empty(), System.err::println)) {
      while (interrupts.count() == 0) {
        if (happening.isMade()) {
          System.out.println("made");
        }
        Poll.pause(Duration.ofMillis(50));
      }
    }
    System.exit(Interrupts.exitCode().orElse(0));
  }
}
