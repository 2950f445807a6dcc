package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
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

  private static String keys(Tsdb tsdb) {
    return tsdb.options().stream()
        .map(OptionKey::name)
        .map("`%s`"::formatted)
        .collect(Collectors.joining(", "));
  }
}
