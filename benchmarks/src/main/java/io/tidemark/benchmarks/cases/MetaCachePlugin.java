package io.tidemark.benchmarks.cases;

import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A meta cache for an OpenTSDB, compiled with that server's jars. The server loads it from a folder
 * on its class path, because its own path for plug-ins no longer works since Java 9.
 */
final class MetaCachePlugin {
  private static final String NAME = "TrackingCache";
  private static final String SERVICE = "META-INF/services/net.opentsdb.meta.MetaDataCache";

  static final Map<String, String> SETTINGS =
      Map.of(
          "tsd.core.meta.enable_tsuid_tracking", "true",
          "tsd.core.meta.cache.enable", "true",
          "tsd.core.meta.cache.plugin", NAME);

  private MetaCachePlugin() {}

  /**
   * @param folder folder on the server's class path
   * @param jars folder with the server's jars
   */
  static void install(Path folder, Path jars) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new RunException("no Java compiler: run this with a JDK");
    }
    var messages = new StringWriter();
    try (InputStream source = MetaCachePlugin.class.getResourceAsStream(NAME + ".java.txt")) {
      Path file = folder.resolve(NAME + ".java");
      Files.write(file, source.readAllBytes());
      List<String> options =
          List.of("-nowarn", "-proc:none", "-classpath", classpath(jars), "-d", folder.toString());
      try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
        boolean compiled =
            compiler
                .getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
                .call();
        if (!compiled) {
          throw new RunException("the meta cache does not compile: " + messages);
        }
      }
      Files.createDirectories(folder.resolve(SERVICE).getParent());
      Files.writeString(folder.resolve(SERVICE), NAME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String classpath(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars.resolve("tsd"))) {
      return files.map(Path::toString).collect(Collectors.joining(":"));
    }
  }
}
