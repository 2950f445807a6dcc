package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of all databases has each of them, with its keys in the order that they are listed. */
class DatabasesPageTest {
  private static final String KEYS = "| `target.type` | keys |";

  @Test
  void hasTheKeysOfEveryDatabase() {
    Page page = Page.read(Repository.root(), Repository.root().resolve("docs/databases.md"));
    Map<String, Tsdb> databases = Tsdb.all(getClass().getClassLoader());
    assertThat(databases).hasSizeGreaterThan(2);
    assertThat(page.lines()).contains(KEYS);

    var findings = new ArrayList<Finding>();
    databases.forEach(
        (type, tsdb) -> {
          String begin = "| `%s` | ".formatted(type);
          if (page.lines().stream().noneMatch(line -> line.startsWith(begin))) {
            findings.add(new Finding(page.file(), 1, "has no row of " + type, "say what it takes"));
          }
          // What throws everything away takes the keys of another.
          String row = begin + keys(tsdb) + " |";
          if (tsdb.stores() && !page.lines().contains(row)) {
            findings.add(
                new Finding(
                    page.file(),
                    page.lineOf(KEYS),
                    "the table has not the keys that %s takes".formatted(type),
                    "write the row " + row));
          }
        });
    assertNone(findings);
  }

  /** Reports that compare kinds say the same. */
  @Test
  void saysOfEveryDatabaseWhatReportsSay() {
    Page page = Page.read(Repository.root(), Repository.root().resolve("docs/databases.md"));
    Tsdb.all(getClass().getClassLoader()).values().stream()
        .filter(Tsdb::stores)
        .forEach(
            tsdb -> {
              List<String> row = cells(page, "| `%s` |".formatted(tsdb.type()));
              assertThat(row.get(2)).isEqualTo(tsdb.protocol());
              assertThat(row.get(3)).isEqualTo(tsdb.acknowledged());
            });
  }

  /** Of the first line that begins like that, without marks of code and what points elsewhere. */
  private static List<String> cells(Page page, String begin) {
    String line =
        page.lines().stream().filter(each -> each.startsWith(begin)).findFirst().orElseThrow();
    return Arrays.stream(line.split("\\|", -1))
        .skip(1)
        .map(cell -> cell.replace("`", "").strip())
        .toList();
  }

  private static String keys(Tsdb tsdb) {
    return tsdb.options().stream()
        .map(OptionKey::name)
        .map("`%s`"::formatted)
        .collect(Collectors.joining(", "));
  }
}
