package io.tidemark.sink.jars;

import io.tidemark.sink.Tsdb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the jars that hold the classes of a kind of database. Those of kinds that speak HTTP are in
 * the job's own jar; any other kind has a {@code tidemark-TYPE.jar} beside it, and the libraries
 * that it names.
 */
public final class DatabaseJars {
  /** The list of the types with a jar of their own, one a line; it is in the job's jar alone. */
  private static final String BESIDE = "META-INF/tidemark/databases-beside";

  private DatabaseJars() {}

  /** Returns the types with a jar of their own, whether that jar is here or not. */
  public static Set<String> beside(ClassLoader loader) {
    try (InputStream in = loader.getResourceAsStream(BESIDE)) {
      if (in == null) {
        return Set.of();
      }
      var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      return lines.lines().collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first jar that a type lacks, and how to add it; empty if it has all of them, or
   * there is no such type.
   */
  public static Optional<String> missing(String type, ClassLoader loader) {
    Tsdb found = Tsdb.all(loader).get(type);
    Stream<String> files =
        found != null
            ? found.libraries().stream()
                .filter(library -> find(library, loader).isEmpty())
                .map(Tsdb.Library::file)
            : beside(loader).stream().filter(type::equals).map("tidemark-%s.jar"::formatted);
    return files
        .findFirst()
        .map(
            file ->
                "target.type=%s needs %s, which is not on the class path: flink run -C file:///FOLDER/%s …, in an image /opt/flink/usrlib, in a release lib/ (docs/databases.md#jars)"
                    .formatted(type, file, file));
  }

  /**
   * Returns the files that the kind's classes and those of its libraries were loaded from; the
   * job's jar is among them if it holds any.
   */
  public static List<URI> of(Tsdb kind) {
    ClassLoader loader = kind.getClass().getClassLoader();
    return Stream.concat(
            Stream.of(kind.getClass()),
            kind.libraries().stream().flatMap(library -> find(library, loader).stream()))
        .map(DatabaseJars::file)
        .distinct()
        .toList();
  }

  private static Optional<Class<?>> find(Tsdb.Library library, ClassLoader loader) {
    try {
      return Optional.of(Class.forName(library.className(), false, loader));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static URI file(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
