package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ab --judge} refuses before it starts anything. */
class JudgeOptionsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--aa --judge cpux                                 | did you mean cpu?",
        "--aa --judge throughput --rate 1000               | both sides write at the same rate",
        "--aa --judge cpu --rate -5                        | --rate=-5.0: must be from 1",
        "--aa --judge cpu --rate 0.5                       | must be from 1",
        "--aa --rate 1000                                  | need --judge",
        "--aa --junit x.xml                                | need --judge",
        "--aa --judge cpu --fail-if cpu>-100%              | lies above -100%",
        "--aa --judge cpu --fail-if disk>5%                | add disk to --judge",
        "--aa --judge cpu --fail-if cpu>5                  | expected a metric",
        "--aa --judge cpu --junit x.xml                    | give at least one",
        "--aa --judge cpu --junit none/x.xml --fail-if cpu>5% | there is no folder",
        "--aa --judge cpu --history none/x.csv             | there is no folder",
        "--aa --judge all --runs 6                         | need at least 8",
        "--aa --judge cpu,disk --detect 5%                 | name one in --judge",
        "--aa --judge cpu --detect -5%                     | expected a percentage",
        "--aa --judge cpu --database-b /no/such            | is not an executable file",
        "--aa --judge cpu --flag-b -x=1                    | give both sides the same database",
        "--aa --judge cpu --flag-b=-http.x=1              | give both sides the same database",
        "--aa --judge cpu --flag-b -http.x=1              | give both sides the same database",
        "--aa --judge cpu --flag-a -yes --flag-b          | Missing required parameter",
        "--aa --judge cpu --set target.urls=http://127.0.0.1:1 --flag-a -x=1 --flag-b -x=1 | leave out target.urls",
        "--aa --judge cpu --rate 1000 --set source.type=kafka | only a generator has a rate",
        "--resume x --judge cpu                            | takes what is judged from its folder"
      })
  void saysWhatIsWrong(String options, String said) {
    var err = new StringWriter();
    String[] words = ("ab --out " + folder + "/new " + options.strip()).split(" +");

    int code = Main.execute(new PrintWriter(new StringWriter()), new PrintWriter(err), words);

    assertThat(err.toString()).contains(said.strip());
    assertThat(code).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }
}
