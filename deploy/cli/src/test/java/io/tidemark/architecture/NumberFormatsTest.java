package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One class formats numbers for people, so that a quantity looks the same wherever it is shown. */
class NumberFormatsTest {
  private static final Path ROOT = Repository.root();
  private static final Pattern FORMAT = Pattern.compile("%[-+,0-9]*\\.\\d[efg]");

  /** Programs read the numbers of these, or these lie below the module of Amounts. */
  private static final Set<String> OTHERS =
      Set.of("DecimalBytes.java", "ForeignLoad.java", "History.java", "SeriesGuard.java");

  @Test
  void onlyAmountsFormatsNumbers() {
    var findings = new ArrayList<Finding>();
    for (String folder : List.of("job", "savepoints", "deploy")) {
      for (Path file : Sources.find(ROOT.resolve(folder), 20, NumberFormatsTest::isForPeople)) {
        List<String> lines = Sources.lines(file);
        for (int i = 0; i < lines.size(); i++) {
          if (FORMAT.matcher(lines.get(i)).find()) {
            findings.add(
                new Finding(
                    ROOT.relativize(file).toString(),
                    i + 1,
                    "it formats a number by itself",
                    "call a function of io.tidemark.measure.Amounts"));
          }
        }
      }
    }
    assertNone(findings);
  }

  private static boolean isForPeople(Path file) {
    String path = file.toString();
    return path.contains("/src/main/java/")
        && path.endsWith(".java")
        && !path.endsWith("/measure/Amounts.java")
        && !OTHERS.contains(file.getFileName().toString());
  }
}
