package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That no cause lacks one of its parts; most are arguments of its row, and the compiler's. */
class CauseTest {
  private static final Path PAGE = Path.of("../../docs/verdicts.md");

  @ParameterizedTest
  @EnumSource
  void hasASectionOnThePageOfVerdicts(Cause cause) throws IOException {
    List<String> sections =
        Arrays.stream(Files.readString(PAGE).split("(?m)^##+ "))
            .filter(section -> section.startsWith("`" + cause + "`"))
            .toList();
    assertThat(sections).as("sections \"### `%s`\" of %s", cause, PAGE).hasSize(1);
  }

  @Test
  void areInTheTableOfThePageInTheOrderInWhichTheyAreJudged() throws IOException {
    List<String> table =
        Pattern.compile("(?m)^\\| \\d+ \\| `(\\w+)` \\|")
            .matcher(Files.readString(PAGE))
            .results()
            .map((MatchResult row) -> row.group(1))
            .toList();
    assertThat(table).containsExactlyElementsOf(judged().map(Cause::name).toList());
  }

  @Test
  void eachIsAdmittedByAFinding() {
    assertThat(judged()).allMatch(cause -> !cause.signs().needed().isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void triesWhatProvesItAndNothingThatNoSearchCanChange(Cause cause) {
    assertThat(cause.tries()).isNotEmpty().noneMatch(each -> each.side() == Resource.Side.NONE);
    if (cause.resource() != null && cause.resource().side() != Resource.Side.NONE) {
      assertThat(cause.tries()).contains(cause.resource());
    }
  }

  @Test
  void noTwoNameTheSame() {
    List<Resource> named = judged().map(Cause::resource).filter(Objects::nonNull).toList();

    assertThat(named).doesNotHaveDuplicates().allMatch(each -> Cause.of(each).resource() == each);
    assertThat(Resource.values())
        .filteredOn(each -> each.side() != Resource.Side.NONE)
        .allMatch(named::contains);
  }

  @Test
  void whatNeedsAnotherJobIsChangedLast() {
    assertThat(Cause.values())
        .allMatch(
            cause -> {
              List<Resource> tries = cause.tries();
              return tries.subList(0, tries.size() - 1).stream()
                  .noneMatch(each -> each == Resource.JOB_CPU || each == Resource.MEMORY);
            });
  }

  private static Stream<Cause> judged() {
    return Stream.of(Cause.values()).filter(cause -> cause != Cause.INCONCLUSIVE);
  }
}
