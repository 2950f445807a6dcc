package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.Loopback;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Every command, where nobody can be asked: it says what it would do to what Tidemark did not
 * start, and ends before it did anything.
 */
class ConsentTest {
  /** Those that write to, or delete from, what is not ours. */
  private static final List<String> ASK =
      List.of("ceiling", "run", "ab", "clean", "produce", "dead-letters");

  /** Those that read, or write to local files, or to what they start themselves. */
  private static final List<String> DO_NOT_ASK =
      List.of(
          "watch", "diagnose", "size", "savepoints", "calibrate", "capture", "report", "config");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer database;
  private String url;

  @BeforeEach
  void startDatabase() throws IOException {
    database = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    database.createContext(
        "/",
        request -> {
          requests.add(request.getRequestMethod() + " " + request.getRequestURI());
          request.getRequestBody().readAllBytes();
          request.sendResponseHeaders(204, -1);
          request.close();
        });
    database.start();
    url = "http://127.0.0.1:" + database.getAddress().getPort();
  }

  @AfterEach
  void stopDatabase() {
    database.stop(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --duration 5s                 | This writes samples as fast as they are taken to URL, which Tidemark did not start, for 5s.",
        "run --set source.datagen.rate=100 | This writes 100 samples/s to URL, which Tidemark did not start, for 30s.",
        "run --cluster NOWHERE             | This writes samples as fast as they are taken to URL, which Tidemark did not start, for 30s.",
        "ceiling                           | This saturates URL for up to 3m, which Tidemark did not start.",
        "ceiling --cluster NOWHERE         | This saturates URL for up to 3m, which Tidemark did not start.",
        "ab --aa --out FOLDER/ab           | This saturates URL for up to ",
        "ab --aa --out FOLDER/ab --cluster NOWHERE | This saturates URL for up to ",
        "dead-letters FOLDER --send        | This writes the samples of the dead letters in FOLDER, as fast as they are taken, to URL, which Tidemark did not start.",
      })
  void loadWantsAYes(String command, String expected) throws IOException {
    var arguments = new ArrayList<>(List.of(filled(command).split(" ")));
    arguments.addAll(List.of("--set", "target.urls=[" + url + "]"));

    assertThat(execute(arguments)).isEqualTo(2);

    assertThat(err.toString())
        .hasLineCount(1)
        .startsWith("tidemark: " + filled(expected))
        .contains("add --yes or target.accept-load=true");
    assertThat(out.toString()).isEmpty();
    assertThat(requests).isEmpty();
  }

  /** It says what of it can be deleted, and how. */
  @Test
  void aSearchSaysWhatItLeavesBehind() {
    assertThat(execute(List.of("ceiling", "--set", "target.urls=[" + url + "]"))).isEqualTo(2);

    assertThat(err.toString())
        .contains("20.0 k new series, and about 180 M samples")
        .containsPattern("tidemark clean --run tidemark-\\d{8}-\\d{6}");
  }

  @Test
  void bothSidesOfAComparisonWantAYes() {
    List<String> sides =
        List.of(
            "ab",
            "--set=target.urls=[" + url + "]",
            "--set-a=target.accept-load=true",
            "--set-b=target.accept-load=false",
            "--out=" + folder.resolve("ab"));

    assertThat(execute(sides)).isEqualTo(2);

    assertThat(err.toString())
        .contains("540 k new series")
        .containsPattern("with the label tidemark_run=ab-\\d{8}-\\d{6}_[a-z0-9]{5}-…")
        .contains("add --yes");
    assertThat(requests).isEmpty();
  }

  @Test
  void recordsInSomebodysKafkaWantAYes() throws IOException {
    try (var kafka = ServerSocketChannel.open()) {
      kafka.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      kafka.configureBlocking(false);
      String broker = "127.0.0.1:" + kafka.socket().getLocalPort();

      int code =
          execute(
              List.of(
                  "produce",
                  "--create-topic=4",
                  "--set=source.kafka.bootstrap-servers=" + broker,
                  "--set=target.accept-load=true"));

      assertThat(code).isEqualTo(2);
      assertThat(err.toString())
          .hasLineCount(1)
          .startsWith(
              "tidemark: This writes 1,000,000 generated samples into the Kafka topic metrics at %s, which Tidemark did not start, and creates the topic if it does not exist."
                  .formatted(broker))
          .endsWith("add --yes" + System.lineSeparator());
      assertThat(kafka.accept()).as("a call").isNull();
    }
  }

  @Test
  void onlyWhatTidemarkNamedIsCleaned() {
    assertThat(
            execute(List.of("clean", "--run", ".*", "--set", "target.urls=[http://127.0.0.1:1]")))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--run=.*: not the name of a run");
  }

  /** A new command belongs into one of the lists, and those that ask into this test. */
  @Test
  void everyCommandIsOneThatAsksOrOneThatNeedNot() {
    assertThat(Main.COMMANDS)
        .allSatisfy(
            command -> {
              String name = command.getAnnotation(Command.class).name();
              boolean takesYes =
                  new CommandLine(command).getCommandSpec().findOption("--yes") != null;
              assertThat(takesYes ? ASK : DO_NOT_ASK).contains(name);
            })
        .hasSize(ASK.size() + DO_NOT_ASK.size());
  }

  private String filled(String text) throws IOException {
    return text.replace("URL", url)
        .replace("NOWHERE", "http://127.0.0.1:" + Loopback.freePort())
        .replace("FOLDER", folder.toString());
  }

  private int execute(List<String> arguments) {
    return Main.execute(
        new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
  }
}
