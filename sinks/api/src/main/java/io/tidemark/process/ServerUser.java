package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The user of a server that refuses to run as root: this process's own user, or another one if that
 * is root.
 *
 * @param name the other user's name; empty for this process's own user
 * @param group the id of the other user's group
 */
public record ServerUser(Optional<String> name, String group) {
  private static final Path USERS = Path.of("/etc/passwd");
  private static final long PROGRAM_SECONDS = 60;
  private static final int MAX_WORDS = 500;

  /**
   * @param product the server's name for the message
   * @param preferred the user that the product's own packages make
   * @throws IllegalArgumentException if this process is root's and can't become another user
   */
  public static ServerUser of(String product, String preferred) {
    if (!"root".equals(System.getProperty("user.name"))) {
      return new ServerUser(Optional.empty(), "");
    }
    if (!OwnedProcess.onPath("setpriv")) {
      throw new IllegalArgumentException(
          "%s does not run as root, and there is no setpriv (util-linux) to run it as another user; run Tidemark as another user"
              .formatted(product));
    }
    try {
      List<String> users = Files.readAllLines(USERS);
      return Stream.of(preferred, "nobody")
          .flatMap(name -> users.stream().filter(line -> line.startsWith(name + ":")))
          .map(line -> line.split(":"))
          .map(fields -> new ServerUser(Optional.of(fields[0]), fields[3]))
          .findFirst()
          .orElse(new ServerUser(Optional.empty(), ""));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + USERS, e);
    }
  }

  /**
   * Returns a command line that runs a program in a folder.
   *
   * @param in the folder, which the user must own, see {@link #giveAway}
   * @param libraries the folder of the program's libraries; empty if they are the system's
   */
  public List<String> command(
      Path in, Optional<Path> libraries, Path program, List<String> arguments) {
    var command = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", in.toString()));
    name.ifPresent(
        user ->
            command.addAll(
                List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups")));
    libraries.ifPresent(path -> command.addAll(List.of("env", "LD_LIBRARY_PATH=" + path)));
    command.add(program.toString());
    command.addAll(arguments);
    return command;
  }

  /** Makes the user the owner of a folder, into which nobody else can look then. */
  public void giveAway(Path folder) {
    output(List.of("chmod", "-R", "go-rwx", folder.toString()));
    name.ifPresent(user -> output(List.of("chown", "-R", user + ":", folder.toString())));
  }

  /**
   * Returns what a program prints.
   *
   * @throws RunException if it fails; the message has its last words
   */
  public static String output(List<String> command) {
    return output(command, ProcessBuilder.Redirect.PIPE);
  }

  /**
   * @param input where the program reads from
   */
  public static String output(List<String> command, ProcessBuilder.Redirect input) {
    try {
      Process process =
          new ProcessBuilder(command).redirectErrorStream(true).redirectInput(input).start();
      String output = new String(process.getInputStream().readAllBytes());
      if (!process.waitFor(PROGRAM_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new RunException(
            "%s failed: %s".formatted(String.join(" ", command), lastWords(output)));
      }
      return output.strip();
    } catch (IOException e) {
      throw new RunException("can't run %s: %s".formatted(command.get(0), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String lastWords(String output) {
    String line = output.strip().replaceAll("\\s+", " ");
    return line.substring(Math.max(0, line.length() - MAX_WORDS));
  }
}
