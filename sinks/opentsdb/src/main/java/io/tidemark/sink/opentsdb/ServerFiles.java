package io.tidemark.sink.opentsdb;

import io.tidemark.process.Loopback;
import io.tidemark.sink.OwnedDatabase.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of an OpenTSDB and an HBase that all listen on loopback.
 *
 * @param folder where it is written
 * @param data where HBase and its ZooKeeper keep theirs
 * @param ports by what listens there; the same whenever it is started: HBase then sees at once that
 *     a region server came back, and does not wait for the end of its session
 */
record ServerFiles(Path folder, Path data, Map<String, Integer> ports) {
  private static final String TSD = "tsd";
  private static final String QUORUM = "quorum";
  private static final List<String> HBASE = List.of("master", "regionserver");

  /** Of a series: the generator's hosts have ten. By itself a TSD takes eight. */
  static final int MAX_TAGS = 16;

  /** A TSD does not start without them. */
  private static final String STATIC = "static";

  private static final String CACHE = "cache";

  static final String FLUSH_INTERVAL = "tsd.storage.flush_interval";

  private static final String SCRIPT = "start.sh";

  /** Only what matters, to standard error, which is the process' log. */
  private static final String LOG4J =
      """
      log4j.rootLogger=WARN,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p %c{2}: %m%n
      """;

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
          <target>System.err</target>
          <encoder><pattern>%d{ISO8601} %-5level %logger{0}: %msg%n</pattern></encoder>
        </appender>
        <logger name="net.opentsdb.tsd" level="ERROR"/>
        <root level="WARN"><appender-ref ref="console"/></root>
      </configuration>
      """;

  /**
   * @param port of the TSD
   */
  static ServerFiles in(Path folder, Path data, int port) {
    var ports = new HashMap<String, Integer>();
    ports.put(TSD, port);
    ports.put(QUORUM, Loopback.freePort());
    HBASE.forEach(part -> ports.put(part, Loopback.freePort()));
    return new ServerFiles(folder, data, Map.copyOf(ports));
  }

  Path script() {
    return folder.resolve(SCRIPT);
  }

  /** The script's, which is the first of the processes. */
  Path pidFile() {
    return folder.resolve("pid");
  }

  /** Files that a server of before left are written again. */
  void write(Settings settings) {
    try {
      for (Path each :
          List.of(folder.resolve("hbase"), folder.resolve(STATIC), folder.resolve(CACHE), data)) {
        Files.createDirectories(each);
      }
      try (InputStream script = ServerFiles.class.getResourceAsStream(SCRIPT)) {
        Files.write(script(), script.readAllBytes());
      }
      var hbase = hbase();
      var tsd = tsd();
      for (String argument : settings.arguments()) {
        String[] both = argument.split("=", 2);
        (both[0].startsWith("tsd.") ? tsd : hbase).put(both[0], both[1]);
      }
      Files.writeString(folder.resolve("hbase/hbase-site.xml"), xml(hbase));
      Files.writeString(folder.resolve("hbase/log4j.properties"), LOG4J);
      Files.writeString(folder.resolve("logback.xml"), LOGBACK);
      var lines = new StringBuilder();
      tsd.forEach((name, value) -> lines.append(name).append(" = ").append(value).append('\n'));
      Files.writeString(folder.resolve("opentsdb.conf"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> hbase() {
    var site = new LinkedHashMap<String, String>();
    site.put("hbase.rootdir", "file://" + data.resolve("hbase"));
    // The one with checksums keeps what is not a whole piece of 512 bytes for itself: a crash would
    // take what was acknowledged.
    site.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    site.put("hbase.unsafe.stream.capability.enforce", "false");
    site.put("hbase.wal.provider", "filesystem");
    site.put("hbase.tmp.dir", folder.resolve("tmp").toString());
    site.put("hbase.zookeeper.quorum", "127.0.0.1");
    site.put("hbase.zookeeper.property.clientPort", ports.get(QUORUM).toString());
    site.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    site.put("hbase.zookeeper.property.dataDir", data.resolve("zookeeper").toString());
    for (String part : HBASE) {
      site.put("hbase.%s.port".formatted(part), ports.get(part).toString());
      site.put("hbase.%s.info.port".formatted(part), "-1");
      site.put("hbase.%s.ipc.address".formatted(part), "127.0.0.1");
      site.put("hbase.%s.hostname".formatted(part), "localhost");
    }
    site.put("hbase.unsafe.regionserver.hostname", "localhost");
    // It need not wait for more.
    site.put("hbase.master.wait.on.regionservers.maxtostart", "1");
    return site;
  }

  private Map<String, String> tsd() {
    var config = new LinkedHashMap<String, String>();
    config.put("tsd.network.port", ports.get(TSD).toString());
    config.put("tsd.network.bind", "127.0.0.1");
    config.put("tsd.http.staticroot", folder.resolve(STATIC).toString());
    config.put("tsd.http.cachedir", folder.resolve(CACHE).toString());
    config.put("tsd.http.request.enable_chunked", "true");
    config.put("tsd.http.request.max_chunk", Integer.toString(64 << 20));
    config.put("tsd.core.auto_create_metrics", "true");
    config.put("tsd.storage.fix_duplicates", "true");
    // What waits for its points to be stored waits for this: a second, if nothing is said.
    config.put(FLUSH_INTERVAL, "100");
    config.put("tsd.storage.max_tags", Integer.toString(MAX_TAGS));
    config.put("tsd.storage.hbase.zk_quorum", "127.0.0.1:" + ports.get(QUORUM));
    return config;
  }

  private static String xml(Map<String, String> site) {
    var xml = new StringBuilder("<configuration>\n");
    site.forEach(
        (name, value) ->
            xml.append(
                "<property><name>%s</name><value>%s</value></property>%n".formatted(name, value)));
    return xml.append("</configuration>\n").toString();
  }
}
