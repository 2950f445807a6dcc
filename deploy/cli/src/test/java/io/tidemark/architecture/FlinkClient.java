package io.tidemark.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.apache.flink.client.cli.CliArgsException;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.client.cli.CliFrontendParser;
import org.apache.flink.client.program.StreamContextEnvironment;

/** Flink's own command line: what it takes, and what it prints. */
final class FlinkClient {
  /** Behind such words a path or an identifier follows. */
  private static final List<Class<?>> PRINTING =
      List.of(CliFrontend.class, StreamContextEnvironment.class);

  private FlinkClient() {}

  static Stream<String> problems(List<String> arguments) {
    String action = arguments.isEmpty() ? "" : arguments.get(0);
    Options options =
        switch (action) {
          case "run" -> CliFrontendParser.getRunCommandOptions();
          case "stop" ->
              new Options()
                  .addOption(CliFrontendParser.STOP_WITH_SAVEPOINT_PATH)
                  .addOption(CliFrontendParser.STOP_AND_DRAIN);
          default -> null;
        };
    if (options == null) {
      return Stream.of("no check knows flink's " + action);
    }
    try {
      String[] words = arguments.subList(1, arguments.size()).toArray(String[]::new);
      CommandLine parsed = CliFrontendParser.parse(options, words, true);
      return action.equals("run") ? job(parsed.getArgList()) : Stream.empty();
    } catch (CliArgsException e) {
      return Stream.of("flink %s: %s".formatted(action, e.getMessage()));
    }
  }

  /** Its jar, and what the job itself is told. */
  private static Stream<String> job(List<String> words) {
    if (words.isEmpty() || !words.get(0).matches("(.*/)?tidemark-job\\.jar")) {
      return Stream.of("flink run: expected tidemark-job.jar before %s".formatted(words));
    }
    var ofTheJob = Stream.concat(Stream.of("run"), words.stream().skip(1)).toList();
    return new PageCommand(1, ofTheJob, true).problems();
  }

  static boolean prints(String line) {
    String words = line.replaceFirst("\\S*[\\d/]\\S*$", "");
    return words.contains(" ")
        && PRINTING.stream().map(FlinkClient::bytes).anyMatch(bytes -> bytes.contains(words));
  }

  /** Texts are in a class as they are. */
  private static String bytes(Class<?> type) {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
