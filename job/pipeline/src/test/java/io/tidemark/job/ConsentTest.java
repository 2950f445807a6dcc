package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is said and asked before a database that is not ours is written to. */
class ConsentTest {
  private static final ForeignLoad LOAD = load();
  private static final Function<String, String> NOBODY = question -> null;
  private static final Function<String, String> MUST_NOT_BE_ASKED =
      question -> {
        throw new AssertionError("asked: " + question);
      };

  private final StringWriter err = new StringWriter();
  private final PrintWriter printer = new PrintWriter(err);

  @Test
  void goesOnAfterAYes() {
    var asked = new ArrayList<String>();
    var consent =
        new Consent(
            question -> {
              asked.add(question);
              return "yes";
            });

    assertThatCode(() -> consent.to(printer, LOAD)).doesNotThrowAnyException();
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0)).startsWith(LOAD.text()).endsWith("Go on? [y/N] ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "n", "no", "maybe"})
  void anythingElseIsANo(String answer) {
    assertThatThrownBy(() -> new Consent(question -> answer).to(printer, LOAD))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("stopped at your request; nothing was written or deleted");
  }

  @Test
  void isNotAskedForWhereTheCommandHasIt() {
    var consent = new Consent(MUST_NOT_BE_ASKED);
    new CommandLine(new Anything(consent)).parseArgs("--yes");

    consent.to(printer, LOAD);

    assertThat(err.toString()).isEqualTo(LOAD.text() + System.lineSeparator());
  }

  @Test
  void isNotAskedForWhereTheConfigurationHasIt() {
    new Consent(MUST_NOT_BE_ASKED).to(printer, load("target.accept-load=true"));

    assertThat(err.toString()).startsWith("This writes ");
  }

  @Test
  void isNotAskedForWhereNothingIsKept() {
    new Consent(MUST_NOT_BE_ASKED).to(printer, load("target.type=null"));

    assertThat(err.toString()).isEmpty();
  }

  /** Of a comparison. */
  @Test
  void twoDatabasesWantTwoYeses() {
    JobConfig accepted = config("target.accept-load=true");
    var both = new ForeignLoad(List.of(accepted, config()), "This writes.");

    assertThatThrownBy(() -> new Consent(NOBODY).to(printer, both))
        .hasMessage(
            "This writes. Without a terminal Tidemark cannot ask; to agree, add --yes or target.accept-load=true");
  }

  /** The configuration speaks of load, not of what is deleted or produced. */
  @Test
  void whatIsNoLoadWantsAYesOfTheCommand() {
    assertThatThrownBy(() -> new Consent(NOBODY).to(printer, "This deletes."))
        .hasMessage("This deletes. Without a terminal Tidemark cannot ask; to agree, add --yes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "source.datagen.rate=0         | ''  | samples as fast as they are taken to %s, which Tidemark did not start, until it is stopped.",
        "source.datagen.rate=1000      | 40s | 12,000 samples/s to %s, which Tidemark did not start, for 40s.",
        "source.datagen.samples=100000 | ''  | samples as fast as they are taken to %s, which Tidemark did not start, 1,200,000 in all.",
        "source.type=file              | 1m  | samples as fast as they are taken to %s, which Tidemark did not start, for 1m at most, until its source ends.",
        "source.type=kafka             | ''  | samples as fast as they are taken to %s, which Tidemark did not start, until it is stopped.",
        "dead-letter.type=kafka        | ''  | samples as fast as they are taken to %s, which Tidemark did not start, until it is stopped. What is refused goes to the Kafka topic tidemark-dead-letters.",
      })
  void saysHowMuchAndForHowLong(String setting, String duration, String expected) {
    var time =
        duration.isEmpty()
            ? Optional.<Duration>empty()
            : Optional.of(Duration.parse("PT" + duration));
    var config = config("amplify.m=6", "amplify.n=2", setting);

    assertThat(ForeignLoad.ofRun(config, time).text())
        .isEqualTo("This writes " + expected.formatted("http://a:1, http://b:2"));
  }

  @Test
  void saysWhatIsReadMeanwhile() {
    assertThat(load("queries.expressions=[up]", "queries.rate=2.5").text())
        .endsWith(
            " It also asks queries, 2.5 a second, and writes one series more to see how soon"
                + " samples can be read.");
    assertThat(load("queries.top=3", "queries.urls=[http://c:3]", "queries.freshness=false").text())
        .endsWith(" It also asks queries at http://c:3, as fast as 4 readers are answered.");
  }

  private static ForeignLoad load(String... settings) {
    return ForeignLoad.ofRun(config(settings), Optional.empty());
  }

  private static JobConfig config(String... settings) {
    var all = new ArrayList<>(List.of("target.urls=[http://a:1, http://b:2]"));
    all.addAll(List.of(settings));
    return ConfigLoader.load(Optional.empty(), all).config();
  }

  @CommandLine.Command
  private record Anything(@CommandLine.Mixin Consent consent) {}
}
