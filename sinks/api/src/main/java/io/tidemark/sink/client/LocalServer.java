package io.tidemark.sink.client;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.ProcessResources;
import io.tidemark.process.ThreadStates;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * What this host knows of the process of a database's server. Everything is absent if the server
 * runs elsewhere.
 *
 * @param process the server's process; empty if it runs elsewhere or was not found
 */
public record LocalServer(Optional<ProcessResources> process) {
  public static final LocalServer NONE = new LocalServer(Optional.empty());

  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  public static LocalServer of(long pid) {
    return new LocalServer(Optional.of(new ProcessResources(pid)));
  }

  /**
   * Finds the server by its pid file. In a container the file is another one here, or none.
   *
   * @param programs the names that its process may have
   */
  public static LocalServer of(Path pidFile, Set<String> programs) {
    try {
      long pid = Long.parseLong(Files.readString(pidFile).strip());
      return programs.contains(ProcessResources.name(pid)) ? of(pid) : NONE;
    } catch (IOException | NumberFormatException e) {
      return NONE;
    }
  }

  /**
   * Finds the server of these addresses in the same way.
   *
   * @param urls an address without a host is a socket of this host; none is found if there are
   *     several addresses, or if the only one is another host's
   */
  public static LocalServer of(List<URI> urls, Path pidFile, Set<String> programs) {
    boolean isHere =
        urls.size() == 1
            && (urls.get(0).getHost() == null || Loopback.isThis(urls.get(0).getHost()));
    return isHere ? of(pidFile, programs) : NONE;
  }

  public OptionalDouble startSeconds() {
    return of(ProcessResources::startSeconds);
  }

  public TsdbNode.Cpu cpu() {
    return new TsdbNode.Cpu(of(ProcessResources::cpuSeconds), of(ProcessResources::cores));
  }

  public TsdbNode.Pressure pressure() {
    return new TsdbNode.Pressure(of(ProcessResources::throttledSeconds), ABSENT);
  }

  public OptionalDouble residentBytes() {
    return of(ProcessResources::residentBytes);
  }

  /** Returns the sessions of a database that does not say what it works on: its threads at work. */
  public TsdbNode.Sessions sessions() {
    List<ThreadStates> threads = process.map(LocalServer::threads).orElse(List.of());
    if (threads.isEmpty()) {
      return TsdbNode.Sessions.NONE;
    }
    int onCpu = threads.stream().mapToInt(ThreadStates::onCpu).sum();
    int waiting = threads.stream().mapToInt(ThreadStates::waitingForDisk).sum();
    return new TsdbNode.Sessions(
        OptionalDouble.of(onCpu + waiting), ABSENT, ABSENT, OptionalDouble.of(waiting), List.of());
  }

  /** Returns what the threads of the process, and of each that it started, do. */
  private static List<ThreadStates> threads(ProcessResources process) {
    LongStream started = new LinuxProcess(process.pid()).started();
    return LongStream.concat(LongStream.of(process.pid()), started)
        .mapToObj(ThreadStates::of)
        .flatMap(Optional::stream)
        .toList();
  }

  private OptionalDouble of(Function<ProcessResources, OptionalDouble> reading) {
    return process.map(reading).orElse(ABSENT);
  }
}
