package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whoever types a command of Tidemark's from a page is understood: its options exist, and their
 * values are such as they take. ConfigurationPagesTest looks at the keys that they set.
 */
class PageCommandsTest {
  @Test
  void commandsOnPagesAreUnderstood() {
    var findings = new ArrayList<Finding>();
    int commands = 0;
    for (Page page : Page.all(Repository.root()).values()) {
      for (PageCommand command : PageCommand.of(page)) {
        commands++;
        command
            .problems()
            .map(
                problem ->
                    new Finding(
                        page.file(), command.line(), problem, "./tidemark help COMMAND says more"))
            .forEach(findings::add);
      }
    }
    assertThat(commands).isGreaterThan(80);
    assertNone(findings);
  }

  @Test
  void areWordsAsAShellHandsThemOver() {
    assertThat(
            of(
                """
            Text, then `./tidemark ab --set-a
            amplify.m=1` and `tidemark`.
            ```
            $ ./tidemark run --install --set 'target.urls=["http://a b"]' \\
              --duration 3s >out.txt   # a comment's ' is none
            A=b ./tidemark produce | ./tidemark clean; ./tidemark check --fix
            ./tidemark diagnose --match "{a='b'}"
            ```
            """))
        .map(PageCommand::toString)
        .containsExactly(
            "PageCommand[line=1, words=[ab, --set-a, amplify.m=1], isWhole=false]",
            "PageCommand[line=4, words=[run, --set, target.urls=[\"http://a b\"], --duration, 3s], isWhole=true]",
            "PageCommand[line=6, words=[produce], isWhole=true]",
            "PageCommand[line=6, words=[clean], isWhole=true]",
            "PageCommand[line=7, words=[diagnose, --match, {a='b'}], isWhole=true]");
  }

  @Test
  void whatIsNotUnderstoodIsAProblem() {
    assertThat(
            of(
                """
            ```
            ./tidemark run --frob
            ./tidemark celing
            ./tidemark ceiling --max-in-flight many
            ./tidemark capture --for 5m
            ./tidemark savepoints verify
            ./tidemark run
            ```
            """))
        .flatExtracting(command -> command.problems().toList())
        .satisfiesExactly(
            problem -> assertThat(problem).contains("run --frob: Unknown option: '--frob'"),
            problem -> assertThat(problem).contains("celing: Unmatched argument"),
            problem -> assertThat(problem).contains("Invalid value for option '--max-in-flight'"),
            problem -> assertThat(problem).contains("Missing required option: '--to=FILE'"),
            problem -> assertThat(problem).contains("Missing required parameter: 'SAVEPOINT'"));
  }

  @Test
  void textMayNameAPartOfACommandButNoOptionThatIsNone() {
    assertThat(of("`tidemark watch --listen`, `./tidemark capture`, `tidemark run --frob`"))
        .flatExtracting(command -> command.problems().toList())
        .singleElement()
        .asString()
        .contains("Unknown option: '--frob'");
  }

  private static List<PageCommand> of(String text) {
    return PageCommand.of(Page.of("a.md", text));
  }
}
