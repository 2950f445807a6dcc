package io.tidemark.cli;

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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts letters by reason and shows the first of each, or sends them to the target again. */
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

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The folder they are in; default: dead-letter.path, or dead-letter.topic.")
  private Path folder;

  @Option(
      names = "--topic",
      description =
          "Those that the Kafka topic dead-letter.topic holds now, whatever dead-letter.type says.")
  private boolean topic;

  @Option(
      names = "--send",
      description = "Write them to the target again; the letters stay where they are.")
  private boolean send;

  private static final class Letters {
    private final DeadLetter first;
    private long count;

    Letters(DeadLetter first) {
      this.first = first;
    }
  }

  @Override
  public Integer call() {
    if (topic && folder != null) {
      throw new ParameterException(
          spec.commandLine(), "DIR and --topic exclude each other: dead letters are read from one");
    }
    if (folder != null && !send) {
      // That needs no configuration, and a broken one that TIDEMARK_CONFIG names is in nobody's
      // way.
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
    spec.commandLine().getOut().flush();
    return Exit.DONE.code();
  }

  private void count(Function<Consumer<DeadLetter>, DeadLetterReader.Unreadable> reader) {
    var byReason = new TreeMap<String, Letters>();
    DeadLetterReader.Unreadable unreadable =
        reader.apply(
            letter -> byReason.computeIfAbsent(letter.reason(), r -> new Letters(letter)).count++);
    PrintWriter out = spec.commandLine().getOut();
    byReason.forEach((reason, letters) -> print(out, reason, letters));
    print(out, unreadable);
    if (byReason.isEmpty() && unreadable.count() == 0) {
      out.println("no dead letters in " + (topic ? "the topic" : folder));
    }
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
      PrintWriter out = spec.commandLine().getOut();
      out.printf("%,10d  letters read%n", counts.letters());
      out.printf("%,10d  samples sent, copies included%n", counts.samplesSent());
      counts
          .refused()
          .forEach((reason, times) -> out.printf("%,10d  refused again: %s%n", times, reason));
      print(out, unreadable);
      if (interrupts.count() > 0) {
        out.println("interrupted: the letters behind these were not sent");
      }
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private static void print(PrintWriter out, DeadLetterReader.Unreadable unreadable) {
    if (unreadable.count() > 0) {
      out.printf(
          "%,10d  no dead letters, or cut short, and passed over; the first: %s%n",
          unreadable.count(), unreadable.first());
    }
  }

  private static void print(PrintWriter out, String reason, Letters letters) {
    DeadLetter first = letters.first;
    out.printf("%,10d  %s%n", letters.count, reason);
    out.printf("            first: %s%n", DeadLetterText.where(first));
    out.printf("            %s%n", first.detail());
    out.printf("            %s%n", DeadLetterText.original(first));
  }
}
