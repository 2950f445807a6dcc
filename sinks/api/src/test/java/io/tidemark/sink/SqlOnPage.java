package io.tidemark.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The statements that a database's page shows, from a test of its module. */
public final class SqlOnPage {
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```sql\n(.*?)```");

  private SqlOnPage() {}

  /** Each on one line, in their order. */
  public static List<String> of(String type) throws IOException {
    String page = Files.readString(Path.of("../../docs/%s.md".formatted(type)));
    return BLOCK
        .matcher(page)
        .results()
        .flatMap(block -> Stream.of(block.group(1).split(";\\s*")))
        .map(statement -> statement.strip().replaceAll("\\s+", " "))
        .toList();
  }

  /** Those that make something. */
  public static List<String> making(String type) throws IOException {
    return of(type).stream().filter(statement -> statement.startsWith("CREATE ")).toList();
  }
}
