package io.tidemark.ab;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.series.Amplification;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A kind of database whose servers are folders, and whose rows are files in them.
 *
 * @param servers where those folders are made
 */
record FileDatabase(boolean writesAgainAlike, Path servers) implements Tsdb {
  static void write(TargetConfig target, String row) throws IOException {
    Files.createFile(folder(target).resolve(row));
  }

  static List<String> rows(TargetConfig target) {
    return List.of(folder(target).toFile().list());
  }

  private static Path folder(TargetConfig target) {
    return Path.of(target.urls().get(0));
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(
        OwnedDatabase.Starter.of(
            "folder",
            settings -> {
              var server = new Server(newFolder());
              server.folder().toFile().mkdir();
              return server;
            },
            (saved, settings) -> {
              var server = new Server(newFolder());
              FolderCopy.copy(saved, server.folder());
              return server;
            }));
  }

  private Path newFolder() {
    return servers.resolve(UUID.randomUUID().toString());
  }

  private record Server(Path folder) implements OwnedDatabase {
    @Override
    public URI url() {
      return folder.toUri();
    }

    @Override
    public LinuxProcess process() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restart(Settings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {}

    @Override
    public void saveTo(Path saved) {
      FolderCopy.copy(folder, saved);
    }

    @Override
    public void close() {
      FolderCopy.remove(folder);
    }
  }

  @Override
  public String type() {
    return "files";
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), false);
  }

  @Override
  public List<OptionKey<?>> options() {
    return List.of();
  }

  @Override
  public List<String> schemes() {
    return List.of("file");
  }

  @Override
  public URI defaultUrl() {
    return servers.toUri();
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    throw new UnsupportedOperationException();
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    throw new UnsupportedOperationException();
  }
}
