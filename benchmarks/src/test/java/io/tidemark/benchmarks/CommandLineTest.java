package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Figure.Better;
import io.tidemark.benchmarks.result.Machine;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.result.Versions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
  @TempDir private Path folder;

  @Test
  void comparingExitsWith1WhenAFigureDropped() {
    String fast = result("fast", 100);
    String slow = result("slow", 90);
    assertThat(Main.execute("compare", fast, slow)).isEqualTo(1);
    assertThat(Main.execute("compare", slow, fast)).isZero();
  }

  @Test
  void comparingWhatIsNotThereExitsWith1() {
    assertThat(Main.execute("compare", result("a", 1), folder.resolve("b.json").toString()))
        .isEqualTo(1);
  }

  @Test
  void badUsageExitsWith2() {
    assertThat(Main.execute()).isEqualTo(2);
    assertThat(Main.execute("nothing")).isEqualTo(2);
    assertThat(Main.execute("compare", "one")).isEqualTo(2);
    assertThat(Main.execute("compare", result("a", 1), result("b", "ingest", 1))).isEqualTo(2);
  }

  @Test
  void rowsOfNoSuchNameAreBadUsage() {
    System.setProperty("tidemark.root", folder.toString());
    assertThat(Main.execute("parse", "--only", "no such row")).isEqualTo(2);
  }

  private String result(String name, double throughput) {
    return result(name, "pipeline", throughput);
  }

  private String result(String name, String benchmark, double throughput) {
    var figures = Map.of("throughput", Figure.of("samples/s", Better.HIGHER, List.of(throughput)));
    new ResultFile(
            benchmark,
            "",
            "",
            "",
            new Machine(2, "", 1, ""),
            new Versions("", "", "", null),
            List.of(new Row("row", figures)))
        .write(folder.resolve(name));
    return folder.resolve(name).resolve(benchmark + ".json").toString();
  }
}
