package io.tidemark.savepoint;

import io.tidemark.build.Version;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.TargetConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.core.fs.Path;

/**
 * The description of a savepoint, in a file beside it.
 *
 * @param manifest version of this file's format
 * @param positions what each part of the source reads next
 * @param totals counts until the savepoint, by the names of the accumulators
 * @param bytes size of all state
 * @param metadataSha256 hash of Flink's file {@code _metadata}
 * @param configuration the job's configuration, which contains no secrets but the places where they
 *     are
 */
public record Manifest(
    int manifest,
    String createdAt,
    String tidemarkVersion,
    String flinkVersion,
    String source,
    Map<String, String> positions,
    Map<String, Long> totals,
    List<Savepoint.Operator> operators,
    long bytes,
    String metadataSha256,
    Map<String, Object> configuration) {

  public static final String FILE = "tidemark-savepoint.json";
  private static final int KNOWN = 1;

  /** Describes a savepoint that was just taken from a job with this configuration. */
  public static Manifest of(
      Savepoint savepoint, JobConfig config, String flinkVersion, Instant now) {
    var operators = savepoint.operators();
    return new Manifest(
        KNOWN,
        now.toString(),
        Version.TIDEMARK,
        flinkVersion,
        config.source().type().name().toLowerCase(Locale.ROOT),
        savepoint.positions(config.source()).next(),
        savepoint.totals(),
        operators,
        operators.stream().mapToLong(Savepoint.Operator::bytes).sum(),
        sha256(savepoint.metadata()),
        ConfigLoader.tree(config.withTarget(withoutQueries(config.target()))));
  }

  /** Removes the queries of addresses, which may contain a key. */
  private static TargetConfig withoutQueries(TargetConfig target) {
    return target.withUrls(target.urls().stream().map(Manifest::withoutQuery).toList());
  }

  private static URI withoutQuery(URI url) {
    return URI.create(url.toString().replaceAll("\\?.*", ""));
  }

  /**
   * Writes the manifest into the savepoint's folder.
   *
   * @throws IOException if this process can't write there
   */
  public void writeBeside(Savepoint savepoint) throws IOException {
    Folders.write(
        new Path(savepoint.folder(), FILE), Json.write(this).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * @throws ConfigException if there is no manifest, or one of a later version
   */
  static Manifest read(Path folder) {
    var file = new Path(folder, FILE);
    Manifest read;
    try {
      read = Json.read(Folders.read(file), Manifest.class);
    } catch (FileNotFoundException e) {
      throw new ConfigException(
          "%s is no savepoint of Tidemark's: there is no %s".formatted(folder, FILE), e);
    } catch (IOException e) {
      throw new ConfigException("%s can't be read as a manifest".formatted(file), e);
    }
    if (read.manifest != KNOWN) {
      throw new ConfigException(
          "%s is of a later Tidemark [manifest=%d, known=%d]"
              .formatted(file, read.manifest, KNOWN));
    }
    return read;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
