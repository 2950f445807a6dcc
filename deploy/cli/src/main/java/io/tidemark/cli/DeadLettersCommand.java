package io.tidemark.cli;

import io.tidemark.console.Exit;
import io.tidemark.console.PrintOptions;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetterReader;
import io.tidemark.job.deadletter.DeadLetterText;
import io.tidemark.job.resend.Resend;
import io.tidemark.run.Interrupts;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts dead letters by reason and shows the first of each, or sends them to the target again. */
@Command(
    name = "dead-letters",
    description = {
      "Count dead letters by reason, and show the first of each.",
      "With --send: write what they hold to the target again, and count what is refused again."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark dead-letters -c run.yaml            where this configuration puts them",
      "  tidemark dead-letters old-letters            those in the folder old-letters",
      "  tidemark dead-letters --send -c run.yaml     write them again"
    })
final class DeadLettersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private Consent consent;
  @Mixin private PrintOptions common;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Folder of the dead letters; default: dead-letter.path, or dead-letter.topic.")
  private Path folder;

  @Option(
      names = "--topic",
      description = "Use the Kafka topic dead-letter.topic, whatever dead-letter.type says.")
  private boolean topic;

  @Option(
      names = "--send",
      description = "Write them to the target again; the letters stay where they are.")
  private boolean send;

  /**
   * The result that {@code --json} prints of dead letters that were counted.
   *
   * @param unreadable number of lines that are no dead letters, or are cut short
   * @param firstUnreadable file and line of the first of these lines; null if there is none
   */
  record Counted(List<Letters> reasons, long unreadable, String firstUnreadable) {}

  /**
   * The dead letters with one reason.
   *
   * @param where source and position of the first
   * @param original beginning of the first, as the source read it
   */
  record Letters(String reason, long count, String where, String detail, String original) {
    static Letters of(DeadLetter first) {
      return new Letters(
          first.reason(),
          1,
          DeadLetterText.where(first),
          first.detail(),
          DeadLetterText.original(first));
    }

    Letters andOne() {
      return new Letters(reason, count + 1, where, detail, original);
    }

    private String text() {
      return "%,10d  %s%n            first: %s%n            %s%n            %s%n"
          .formatted(count, reason, where, detail, original);
    }
  }

  /**
   * The result that {@code --json} prints of dead letters that were sent again.
   *
   * @param samplesSent number of samples, including copies
   * @param refused number of refused samples by reason
   * @param interrupted whether an interrupt left later dead letters unsent
   */
  record Resent(
      long letters,
      long samplesSent,
      Map<String, Long> refused,
      long unreadable,
      String firstUnreadable,
      boolean interrupted) {}

  @Override
  public Integer call() {
    common.startLogging();
    if (topic && folder != null) {
      throw new ParameterException(
          spec.commandLine(), "DIR and --topic exclude each other: dead letters are read from one");
    }
    if (folder != null && !send) {
      // Counting needs no configuration, so it also works while TIDEMARK_CONFIG names a broken one.
      count(each -> DeadLetterReader.folder(folder, each));
    } else {
      JobConfig config = options.load().config();
      topic |= folder == null && config.deadLetter().type() == JobConfig.DeadLetterType.KAFKA;
      if (!topic && folder == null) {
        folder = DeadLetterReader.folder(config);
      }
      if (send) {
        send(config);
      } else {
        count(each -> read(config, each));
      }
    }
    return Exit.DONE.code();
  }

  private void count(Function<Consumer<DeadLetter>, DeadLetterReader.Unreadable> reader) {
    var byReason = new TreeMap<String, Letters>();
    DeadLetterReader.Unreadable unreadable =
        reader.apply(
            letter ->
                byReason.compute(
                    letter.reason(),
                    (reason, some) -> some == null ? Letters.of(letter) : some.andOne()));
    String text = byReason.values().stream().map(Letters::text).collect(Collectors.joining());
    boolean none = byReason.isEmpty() && unreadable.count() == 0;
    common.print(
        spec.commandLine().getOut(),
        new Counted(List.copyOf(byReason.values()), unreadable.count(), firstOf(unreadable)),
        none
            ? "no dead letters in %s%n".formatted(topic ? "the topic" : folder)
            : text + text(unreadable));
  }

  private DeadLetterReader.Unreadable read(JobConfig config, Consumer<DeadLetter> each) {
    return topic ? DeadLetterReader.topic(config, each) : DeadLetterReader.folder(folder, each);
  }

  private void send(JobConfig config) {
    TargetConfig target = config.target();
    if (target.urls().isEmpty()) {
      throw new ConfigException("target.urls is not set; name the database to write to");
    }
    String letters = topic ? "the topic " + config.deadLetter().topic() : folder.toString();
    consent.to(spec.commandLine().getErr(), ForeignLoad.ofDeadLetters(config, letters));
    Tsdb kind = Tsdb.byType(target.type(), DeadLettersCommand.class.getClassLoader());
    try (var resend = Resend.to(config, kind);
        var interrupts =
            new Interrupts(
                () -> resend.samplesSent() + " samples were sent, and can be sent again")) {
      DeadLetterReader.Unreadable unreadable =
          read(
              config,
              letter -> {
                if (interrupts.count() == 0) {
                  resend.send(letter);
                }
              });
      Resend.Counts counts = resend.finish();
      var resent =
          new Resent(
              counts.letters(),
              counts.samplesSent(),
              counts.refused(),
              unreadable.count(),
              firstOf(unreadable),
              interrupts.count() > 0);
      common.print(spec.commandLine().getOut(), resent, text(resent, unreadable));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private static String text(Resent resent, DeadLetterReader.Unreadable unreadable) {
    var text = new StringBuilder();
    text.append("%,10d  letters read%n".formatted(resent.letters()))
        .append("%,10d  samples sent, copies included%n".formatted(resent.samplesSent()));
    resent
        .refused()
        .forEach(
            (reason, times) -> text.append("%,10d  refused again: %s%n".formatted(times, reason)));
    text.append(text(unreadable));
    return resent.interrupted()
        ? text.append("interrupted: the letters behind these were not sent%n".formatted())
            .toString()
        : text.toString();
  }

  private static String firstOf(DeadLetterReader.Unreadable unreadable) {
    return unreadable.count() > 0 ? unreadable.first() : null;
  }

  private static String text(DeadLetterReader.Unreadable unreadable) {
    return unreadable.count() > 0
        ? "%,10d  no dead letters, or cut short, and passed over; the first: %s%n"
            .formatted(unreadable.count(), unreadable.first())
        : "";
  }
}
