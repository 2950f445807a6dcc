package io.tidemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.calibrate.Calibration;
import io.tidemark.process.Loopback;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Bad usage that is known before anything starts: one line, exit code 2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frob | Unmatched argument at index 0: 'frob'",
        "ceilng | Unmatched argument at index 0: 'ceilng'; did you mean ceiling?",
        "run --frob | Unknown option: '--frob'; did you mean --from?",
        "run --frobnicate=1 | Unknown option: '--frobnicate=1'",
        "run --set | Missing required parameter for option '--set' (KEY=VALUE)",
        "run --set write.in-fligth=1 | unknown key write.in-fligth; did you mean write.in-flight? (--set)",
        "run --set amplify.m=0 | amplify.m=0: must be at least 1 (--set)",
        "run --set amplify.n=0 | amplify.n=0: must be between 1 and 1000000 (--set)",
        "run --set amplify.m=90000 | amplify.m=90000: copies would lie less than 1 ms apart within amplify.interval=1m; lower it or raise the interval (--set)",
        "run -c none.yaml | no configuration file at none.yaml (--config)",
        "run --duration soon | --duration=soon: expected a duration such as 30s or 10m",
        "run --duration 0s | --duration=0s: expected a duration such as 30s or 10m",
        "run --set target.type=null --from /none/sp | the savepoint /none/sp can't be used: FileNotFoundException: there is no file:/none/sp/_metadata",
        "ceiling --set target.type=null --from file:/none/sp | the savepoint file:/none/sp can't be used: FileNotFoundException: there is no file:/none/sp/_metadata",
        "run --set target.type=null --stop-with-savepoint /dev/null/sp | --stop-with-savepoint=/dev/null/sp can't be written to (FileSystemException: /dev/null/sp: Not a directory); name another folder",
        "run --set target.type=null --set source.type=file --set source.file.path=/none.lp | source.file.path=/none.lp: there is no such file",
        "capture --to /none/a.capture | --to=/none/a.capture: no folder that can be written to",
        "capture --to /tmp/none.capture --listen nowhere | --listen=nowhere: expected an address of this machine and a port, such as 127.0.0.1:9201",
        "capture --to /tmp/none.capture --listen user@127.0.0.1:1/a | --listen=user@127.0.0.1:1/a: expected an address of this machine and a port, such as 127.0.0.1:9201",
        "capture --to /tmp/none.capture --listen 0.0.0.0:0 | --listen=0.0.0.0:0: whoever reaches it can write into the file (no --token-file); what is sent can be read and changed on the way (no --certificate-file and --key-file); name them, or say --insecure, or listen on 127.0.0.1",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --for 0s | --for=0s: expected 1s to 7d, such as 10m",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --records 5 | --records counts those of a topic; --listen ends by --for",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --max-size none | --max-size=none: expected a size such as 4GiB",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --max-series 0 | --max-series=0: expected 1 to 67108864",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --key-file a.pem | --certificate-file and --key-file go together; name both",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --token-file /none | --token-file=/none: can't be read",
        "capture --to /tmp/none.capture --listen 127.0.0.1:0 --keep job | --keep is for --anonymise; without it every value stays",
        "capture --to /tmp/none.capture --insecure | --token-file, --certificate-file, --key-file, --insecure, --max-size and --max-series are for --listen",
        "run --cluster ::1::2 | --cluster: expected an address such as http://127.0.0.1:8081",
        "watch | watch needs the cluster: --cluster or --kubernetes",
        "watch --cluster http://127.0.0.1:1 --window 1s | --window=1s: expected 2s to 10m",
        "watch --cluster http://127.0.0.1:1 --prometheus-port 70000 | --prometheus-port=70000: expected 1 to 65535",
        "diagnose | name one of --pages, --metrics and --collect",
        "diagnose --pages /none --collect http://127.0.0.1:1 | name one of --pages, --metrics and --collect",
        "diagnose --pages /none | --pages=/none: there is no such folder",
        "diagnose --pages /none --match a | --from, --to and --match are for --metrics",
        "diagnose --metrics http://127.0.0.1:1 --from soon | --from=soon: expected 10s to 90d, such as 1h, or 2026-11-27T08:00:00Z",
        "diagnose --metrics http://127.0.0.1:1 --from 2026-11-27T08:00:00Z --to 2026-11-27T07:00:00Z | --from=2026-11-27T08:00:00Z is not before --to=2026-11-27T07:00:00Z",
        "diagnose --metrics http://user:word@127.0.0.1:1 | --metrics holds a user name or password, which would end up in logs [host=127.0.0.1]; use target.auth.username and target.auth.password-file",
        "diagnose --pages /none --raw | --for, --every and --raw are for --collect",
        "diagnose --collect http://127.0.0.1:1 | --collect needs a folder: --out",
        "diagnose --collect http://127.0.0.1:1 --database a | --database is for --pages and --metrics",
        "diagnose --collect http://127.0.0.1:1 --out /proc/none | --out=/proc/none can't be written to (NoSuchFileException: /proc/none); name another folder",
        "diagnose --collect http://127.0.0.1:1 --out /none --for 1s | --for=1s: expected 2s to 1d, such as 5m",
        "diagnose --collect http://127.0.0.1:1 --out /none --every 0s | --every=0s: expected 1s to 10m, such as 15s",
        "diagnose --collect http://127.0.0.1:1 --out /none --for 5s --every 10s | --every=10s: longer than --for=5s, so that no process has two pages",
        "ceiling --by frob | --by=frob: expected in-flight, m, rate, batch, series, churn or queries",
        "ceiling --across-midnight --by m | --across-midnight needs generated time (source.type=datagen, no --from) and --by in-flight",
        "ceiling --across-midnight --set source.type=file --set source.file.path=/none.lp | --across-midnight needs generated time (source.type=datagen, no --from) and --by in-flight",
        "ceiling --max-duration soon | --max-duration=soon: expected 20s to 6h, such as 4m",
        "ceiling --max-duration 0s | --max-duration=0s: expected 20s to 6h, such as 4m",
        "ceiling --max-duration -4m | --max-duration=-4m: expected 20s to 6h, such as 4m",
        "ceiling --max-duration 999999999d | --max-duration=999999999d: expected 20s to 6h, such as 4m",
        "ceiling --max-in-flight 0 | --max-in-flight=0: expected 1 to 1024",
        "ceiling --aged soon | --aged=soon: expected a duration of at least 1d, such as 90d",
        "run --aged 23h | --aged=23h: expected a duration of at least 1d, such as 90d",
        "ceiling --aged 90d --cluster http://127.0.0.1:1 | --aged fills a database on this machine, by a job inside this process; leave out --cluster http://127.0.0.1:1",
        "run --aged 90d --from /none/sp | --from continues at a time of its own, and --aged where the past ends; leave one of them out",
        "ceiling --aged 90d --set target.urls=http://127.0.0.1:1 | --aged fills a database that Tidemark starts: leave out target.urls, and name a target.type that it can start",
        "run --aged 90d --set target.type=null | --aged fills a database that Tidemark starts: leave out target.urls, and name a target.type that it can start",
        "clean --aged --run tidemark-20261122-035500 | --run and --at are of your database; --aged names one of ours",
        "clean --aged=a --aged-dir /none | --aged=a: there is none in /none",
        "ceiling --worst restart | --worst, --hook and --undo need --slo, such as --slo 'p90<1s': what is to be kept meanwhile",
        "ceiling --slo p90<1s --worst node-down | --worst=node-down: Tidemark itself makes only restart, midnight, merge; say how with --hook node-down=COMMAND and --undo node-down=COMMAND",
        "ceiling --slo p90<1s --worst node-down --hook node-down=false | --hook=node-down: say how it is undone, with --undo node-down=COMMAND (true if it undoes itself)",
        "ceiling --slo p90<1s --worst restart --hook node-down=false | --hook=node-down: --worst does not name it",
        "ceiling --slo p90<1s --worst restart --undo restart=true | --undo=restart: there is no --hook that it undoes; say how with --hook restart=COMMAND and --undo restart=COMMAND",
        "ceiling --slo p90<1s --worst restart,restart | --worst=restart: it is named twice",
        "ceiling --slo p90<1s --worst midnight, | --worst=: expected names of events, such as restart,midnight,merge",
        "ceiling --slo p90<1s --worst a --hook a | --hook=a: expected EVENT=COMMAND, such as node-down=./stop-node.sh",
        "ceiling --slo p90<1s --worst midnight --hook-timeout 0s | --hook-timeout=0s: expected 1s to 10m, such as 60s",
        "ceiling --slo p90<1s --worst merge --set target.urls=http://127.0.0.1:1 | --worst=merge: Tidemark does that only to a database that it started; leave out target.urls, or say how with --hook merge=COMMAND and --undo merge=COMMAND",
        "ceiling --slo p90<1s --worst a --hook a=false --undo a=true | This runs commands of yours on this machine, several times: for a `false`, then `true`, each for at most 1m. Without a terminal Tidemark cannot ask; to agree, add --yes",
        "ceiling --out /proc/none | --out=/proc/none can't be written to (NoSuchFileException: /proc/none); name another folder",
        "ceiling --out /proc | --out=/proc can't be written to (read-only, or not ours); name another folder",
        "produce --samples -1 | --samples=-1: must be between 0 and 9223372036854775807",
        "produce --record-samples 0 | --record-samples=0: must be between 1 and 1000000",
        "produce --set source.kafka.topics=a,b | source.kafka.topics=[a, b]; name the one topic that is meant",
        "produce --set source.kafka.format=auto | source.kafka.format=auto: name the format to write in",
        "produce --set source.kafka.framing=schema-registry | source.kafka.framing: records are written without a header; use none",
        "produce --from file --set source.file.path=/none.lp | source.file.path=/none.lp does not exist; name a file or folder",
        "capture | Missing required option: '--to=FILE'",
        "capture --to a.capture | capture has no end; name one: --records, --duration or source.kafka.stop",
        "capture --to a.capture --duration 0s | --duration=0s: expected 1s to 7d, such as 10m",
        "capture --to a.capture --records 1 --keep job | --keep is for --anonymise; without it every value stays",
        "capture --to /none/a.capture --records 1 | --to=/none/a.capture: no folder that can be written to",
        "capture --to a.capture --records 1 --anonymise /none | --anonymise=/none: can't be read",
        "capture --to a.capture --records 1 --anonymise /none --set source.kafka.format=auto | source.kafka.format=auto: name the format to write anonymous records in",
        "calibrate --each 1s | --each=1s: expected 20s to 10m, such as 45s",
        "calibrate frob | no case has frob in its name; there are: CASES",
        "calibrate slots frob | no case has frob in its name; there are: CASES",
        "calibrate --random 0 | --random takes a number of at least 1, and neither names nor --each [random=0]",
        "calibrate --random many | Invalid value for option '--random': 'many' is not an int",
        "ab -c none.yaml | no configuration file at none.yaml (--config)",
        "ab -a none.yaml | no configuration file at none.yaml (--config-a)",
        "ab --config-b none.yaml | no configuration file at none.yaml (--config-b)",
        "ab --config-b /dev | can't read the configuration file /dev as UTF-8 text: IOException (--config-b)",
        "ab -c none.yaml --resume . | --resume takes configurations, savepoint and cluster from its folder; leave the other options out",
        "ab --aa --config-b none.yaml | --aa compares A with itself; leave out -b and --set-b",
        "config --check --set parallelism=-1 | parallelism=-1: must be between 0 and 720 (--set)",
      })
  void saysWhatIsWrongInOneLine(String arguments, String expected) {
    assertThat(execute(arguments.split(" "))).isEqualTo(2);

    String cases = String.join(", ", Calibration.names());
    assertThat(err.toString())
        .isEqualTo("tidemark: " + expected.replace("CASES", cases) + System.lineSeparator());
    assertThat(out.toString()).isEmpty();
  }

  /** Who names no command gets no result, which a script sees by the exit code. */
  @Test
  void withoutACommandTheHelpIsAnError() {
    assertThat(execute()).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("Usage: tidemark ").contains("  ceiling ");
  }

  @Test
  void withoutACommandBelowItTheHelpOfSavepointsIsAnErrorToo() {
    assertThat(execute("savepoints")).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("Usage: tidemark savepoints ").contains("  verify ");
  }

  /** Whoever scripts one command scripts all of them alike. */
  @Test
  void everyCommandPrintsJsonAndTakesQuietAndVerbose() {
    var commands = new ArrayList<CommandLine>(Main.commandLine().getSubcommands().values());
    commands.removeIf(each -> List.of("completion", "help").contains(each.getCommandName()));
    List<CommandLine> leaves =
        commands.stream()
            .flatMap(
                each ->
                    each.getSubcommands().isEmpty()
                        ? Stream.of(each)
                        : each.getSubcommands().values().stream())
            .toList();

    assertThat(leaves)
        .hasSizeGreaterThan(Main.COMMANDS.size())
        .allSatisfy(
            each ->
                assertThat(each.getCommandSpec().optionsMap().keySet())
                    .as(each.getCommandSpec().qualifiedName())
                    .contains("--json", "-q", "--quiet", "-v", "--verbose"));
  }

  @Test
  void printsTheConfigurationAsJson() throws IOException {
    assertThat(execute("config", "--json", "--set", "amplify.m=7")).isZero();

    JsonNode printed = new ObjectMapper().readTree(out.toString());
    assertThat(printed.at("/amplify/m").asInt()).isEqualTo(7);
    // Else it could not be read as a configuration.
    assertThat(printed.has("versions")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "ceiling"})
  void namesAnUnreachableTarget(String command) throws IOException {
    String url = "http://127.0.0.1:" + Loopback.freePort();

    assertThat(execute(command, "--set", "target.urls=" + url)).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("tidemark: target.urls: " + url + " can't be reached (ConnectException: ")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "ceiling"})
  void namesAnUnreachableCluster(String command) throws IOException {
    String url = "http://127.0.0.1:" + Loopback.freePort();

    assertThat(execute(command, "--cluster", url)).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("tidemark: --cluster " + url + " can't be reached (ConnectException: ")
        .hasLineCount(1);
  }

  /** A Flink that runs none of our jobs, and one that runs them, but takes none from here. */
  @ParameterizedTest
  @CsvSource({
    "run, 1.20.5, where this Tidemark was never tested; it runs on 2.2.x (tested: 2.2.1)",
    "ceiling, 2.1.3, where this Tidemark was never tested; it runs on 2.2.x (tested: 2.2.1)",
    "watch, 2.4.0, where this Tidemark was never tested; it runs on 2.2.x (tested: 2.2.1)",
    "run, 2.3.0, and jobs are submitted from here to 2.2.x only",
    "ab --aa, 2.3.0, and jobs are submitted from here to 2.2.x only"
  })
  void refusesAClusterOfAnotherFlinkInOneLine(String command, String version, String why)
      throws IOException {
    var cluster = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    byte[] overview =
        """
        {"taskmanagers": 1, "slots-total": 1, "slots-available": 1,
         "jobs-running": 0, "jobs-finished": 0, "jobs-cancelled": 0, "jobs-failed": 0,
         "flink-version": "%s", "flink-commit": "0"}
        """
            .formatted(version)
            .getBytes(UTF_8);
    cluster.createContext(
        "/v1/overview",
        asked -> {
          asked.sendResponseHeaders(200, overview.length);
          asked.getResponseBody().write(overview);
          asked.close();
        });
    cluster.start();
    try {
      String url = "http://127.0.0.1:" + cluster.getAddress().getPort();

      assertThat(execute((command + " --cluster " + url).split(" "))).isEqualTo(2);

      assertThat(err.toString())
          .startsWith("tidemark: --cluster %s is Flink %s, %s".formatted(url, version, why))
          .hasLineCount(1);
    } finally {
      cluster.stop(0);
    }
  }

  @Test
  void helpIsACommandToo() {
    assertThat(execute("help", "ceiling")).isZero();

    assertThat(out.toString()).startsWith("Usage: tidemark ceiling").contains("--max-in-flight");
  }

  @Test
  void printsWhatCompletesItsCommandsInAShell() {
    assertThat(execute("completion")).isZero();

    assertThat(out.toString()).contains("complete -F _complete_tidemark", "--max-in-flight");
  }

  /** One line for each, as fish reads them: its text must not end early. */
  @Test
  void printsWhatCompletesItsCommandsInFish() {
    assertThat(execute("completion", "fish")).isZero();

    assertThat(out.toString())
        .contains("complete -c tidemark -n __fish_use_subcommand -f -a ceiling -d 'Find ")
        .contains("-n '__fish_seen_subcommand_from run' -s c -l config -r -d 'Configuration file")
        .contains("'__fish_seen_subcommand_from savepoints' -");
    assertThat(out.toString().lines())
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches("complete -c tidemark -n (\\S+|'[^']+') .*-d '([^'\\\\]|\\\\.)*'"));
    assertThat(execute("completion", "tcsh")).isEqualTo(2);
  }

  @Test
  void namesAPortInUse() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();

      int code =
          execute("run", "--set", "target.type=null", "--set", "metrics.prometheus-port=" + port);

      assertThat(code).isEqualTo(2);
      assertThat(err.toString())
          .isEqualTo(
              "tidemark: metrics.prometheus-port=%d is in use on 127.0.0.1; choose another, or 0 for none%n"
                  .formatted(port));
    }
  }

  @Test
  void saysSeveralProblemsALineEach() {
    assertThat(execute("config", "--set", "amplify.m=0", "--set", "write.in-flight=0"))
        .isEqualTo(2);

    assertThat(err.toString().lines())
        .containsExactly(
            "tidemark: amplify.m=0: must be at least 1 (--set)",
            "tidemark: write.in-flight=0: must be between 1 and 100000 (--set)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-v", "--verbose"})
  void showsTheStackOnlyWhenAsked(String asked) {
    execute("config", asked, "--set", "amplify.m=0");

    assertThat(err.toString()).contains("ConfigException").contains("\tat io.tidemark.");
  }

  @Test
  void printsAConfigurationThatItTakesAgain() throws IOException {
    assertThat(
            execute(
                "config",
                "--set",
                "amplify.m=6",
                "--set",
                "target.auth.username=me",
                "--set",
                "target.auth.password=${SECRET}"))
        .isZero();
    String printed = out.toString();
    Path file = Files.writeString(folder.resolve("run.yaml"), printed);
    out.getBuffer().setLength(0);

    assertThat(execute("config", "-c", file.toString())).isZero();

    assertThat(out.toString()).isEqualTo(printed).contains("m: 6").contains("${SECRET}");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aCheckOfAGoodFileSaysNothing() {
    assertThat(execute("config", "--check")).isZero();

    assertThat(out.toString() + err).isEmpty();
  }

  /** Before anything is started. */
  @ParameterizedTest
  @CsvSource({"run", "config --check"})
  void samplesThatTheDatabaseWouldNotKeepAreRefused(String command) {
    var arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.addAll(List.of("--set", "target.type=rrdcached", "--set", "target.step=1s"));

    assertThat(execute(arguments.toArray(String[]::new))).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("tidemark: amplify.interval=1m: the samples of a series would lie 1m apart");
  }

  @ParameterizedTest
  @CsvSource({
    "--help",
    "run --help",
    "ceiling --help",
    "calibrate --help",
    "watch --help",
    "config --help"
  })
  void everyHelpHasAnExample(String arguments) {
    assertThat(execute(arguments.split(" "))).isZero();

    assertThat(out.toString()).contains("Example");
  }

  private int execute(String... arguments) {
    return Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
  }
}
