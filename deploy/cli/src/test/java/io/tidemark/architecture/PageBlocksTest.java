package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every block of a page between fences is of a kind that is checked, and true. */
class PageBlocksTest {
  @Test
  void everyBlockIsCheckedAndTrue() {
    var findings = new ArrayList<Finding>();
    var kinds = new EnumMap<BlockKind, Integer>(BlockKind.class);
    for (Page page : Page.all(Repository.root()).values()) {
      for (PageBlock block : PageBlock.of(page)) {
        Optional<BlockKind> kind = BlockKind.of(block);
        kind.ifPresent(each -> kinds.merge(each, 1, Integer::sum));
        kind.map(each -> each.problems(block).toList())
            .orElse(List.of("no check knows what this block is"))
            .forEach(
                problem ->
                    findings.add(
                        new Finding(
                            page.file(),
                            block.line(),
                            problem,
                            "mend it, or check it in BlockKind")));
      }
    }
    assertNone(findings);
    assertThat(kinds).containsOnlyKeys(BlockKind.values());
  }

  /** Each kind finds what is wrong in it; {@code ~} stands for the end of a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "yaml | write: {in-fligth: 1} | did you mean write.in-flight",
        "yaml | apiVersion: v9~kind: Kustomization | nothing that is shipped is of",
        "yaml | apiVersion: kustomize.config.k8s.io/v1beta1~kind: Kustomization~resources: [../tidemark/none]"
            + " | there is no folder ../tidemark/none",
        "yaml | config: {}~job: {paralelism: 4} | paralelism",
        "json | {\"time\":\"today\"} | dead-letters can't read it",
        "sql | SELECT 1; | no TablesPageTest of sinks/page",
        "java | JOB_CPU(Resource.NONE) | it stands in no source",
        "'' | job/statistics ─▶ job/ceiling | job/statistics does not need job/ceiling",
        "'' | job/none ─▶ job/config | there is no module job/none",
        "'' | CeilingSearch ─▶ Verdickt | there is no class Verdickt",
        "'' | s × (6p + 28)~s × (4p + 28) | expected two formulas",
        "'' | a@2026-11-27T08-00-00Z.metrics~a@2026-11-27T08-00-15Z.metrics~a@noon.metrics"
            + " | leaves out a@noon.metrics",
        "'' | a@noon.metrics~a@midnight.metrics | can't be read: --pages=",
        "'' | kubernetes.operator.user.artifacts.allowed-schemes: [ftp] | no test runs an operator",
        "'' | remote_write:~- url: http://127.0.0.1:1/api/v1/write | no command of the page listens",
        "'' | ./tidemark run --frob | Unknown option: '--frob'",
        "'' | ./tidemark test --frob | test does not know --frob",
        "'' | ./tidemark check --frob | check does not know --frob",
        "'' | ./tidemark test -pl deploy/cli -Dit.test=NoneIT | there is no test NoneIT",
        "'' | mvn -pl job/parse test -Dtidemark.none=1 | nothing reads -Dtidemark.none",
        "'' | mvn deploy | no check knows Maven's deploy",
        "'' | docker build -f deploy/image/None . | there is no deploy/image/None",
        "'' | kubectl apply -k deploy/none | there is no deploy/none/kustomization.yaml",
        "'' | kubectl logs job/tidemark-none | deploy/kubernetes names no tidemark-none",
        "'' | helm install a deploy/none | there is no deploy/none/Chart.yaml",
        "'' | java -cp tidemark-job.jar io.tidemark.sink.rocksdb.Server -frob=1 | does not know -frob",
        "'' | flink run -z job.jar | expected tidemark-job.jar",
        "'' | flink run tidemark-job.jar --frob | Unknown option: '--frob'",
        "'' | benchmarks/run frobnicate | benchmarks/run does not know frobnicate",
        "'' | deploy/session/session start --frob 1 | deploy/session/session does not know --frob",
        "'' | deploy/session/session frob | deploy/session/session does not know frob",
        "'' | ./tidemark run~frobnicate it | no check knows the command frobnicate",
        "'' | cd a | none of its commands is checked",
        "'' | $ ./tidemark run~It is done. | nothing prints: It is done.",
        "'' | $ deploy/session/session start --port 1~http://127.0.0.1:2 | nothing prints",
        "'' | cause        TSDB_CPU (confidence: high)~evidence     CPU: elephants sleep well | does not say",
        "'' | cause        TSDB_CPU (confidence: high)~reason     CPU | nothing prints a line like",
        "'' | cause        TSDB_CPU (confidence: high)~sweep     1   2 | nothing prints a line like",
        "'' | What is this? | no check knows",
        "promql | up | no check knows",
      })
  void whatIsWrongIsFound(String language, String lines, String problem) {
    String text = "```%s\n%s\n```\n".formatted(language, lines.replace("~", "\n"));
    PageBlock block = PageBlock.of(Page.of("docs/page.md", text.replace("''", ""))).get(0);

    List<String> problems =
        BlockKind.of(block)
            .map(kind -> kind.problems(block).toList())
            .orElse(List.of("no check knows"));

    assertThat(problems).anySatisfy(each -> assertThat(each).contains(problem));
  }

  @Test
  void aShapeIsWhatIsLeftWithoutNumbersAndCauses() {
    assertThat(
            PrintedShapes.shape(
                "probable     TSDB_CPU 0.68, NETWORK 0.15; every other less than 0.05"))
        .isEqualTo("probable CAUSE #; every other less than #");
    assertThat(PrintedShapes.shape("sweep   1   761 k   7.31   -   98 %"))
        .isEqualTo("sweep # # # # # %");
    assertThat(PrintedShapes.shape("p99 latency, 1.04 GiB sent, 18.4 Mbit/s (-3.5 % to +2 %)"))
        .isEqualTo("p99 latency, # BYTES sent, # bit/s (# % to # %)");
  }
}
