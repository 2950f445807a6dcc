package io.tidemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.tidemark.testing.check.Findings.assertNone;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import io.tidemark.encode.SampleEncoder;
import io.tidemark.parse.SampleParser;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What computes only: no input, no output, no clock, no chance. */
class PurityTest {
  private static final String THIS =
      "deploy/cli/src/test/java/io/tidemark/architecture/PurityTest.java";

  @Test
  void statisticsKnowNumbersOnly() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.tidemark.statistics")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                "java.lang..",
                "java.util..",
                "org.hipparchus..",
                "org.HdrHistogram..",
                "io.tidemark.statistics");
    assertNone(Production.against(rule, "statistics know numbers only: hand in what it needs"));
  }

  /** Bytes, text or numbers in and out; or decisions, over whatever is under test. */
  private static final Set<String> PURE_BY_NAME =
      Set.of(
          "io.tidemark.job.config.ConstantText",
          "io.tidemark.job.config.DurationText",
          "io.tidemark.job.config.SizeText",
          "io.tidemark.job.config.Key",
          "io.tidemark.job.config.JobConfig",
          "io.tidemark.job.config.NearestKey",
          "io.tidemark.job.config.Rules",
          "io.tidemark.job.config.SourceRules",
          "io.tidemark.job.config.TargetRules",
          "io.tidemark.job.config.YamlFile",
          "io.tidemark.job.amplify.TemplateCache",
          "io.tidemark.job.amplify.SampleRules",
          "io.tidemark.job.write.Smoothness",
          "io.tidemark.measure.WindowReader",
          "io.tidemark.search.CeilingSearch",
          "io.tidemark.search.Curve",
          "io.tidemark.search.Estimates",
          "io.tidemark.search.GeneratedTime",
          "io.tidemark.search.Interventions",
          "io.tidemark.search.JobCeiling",
          "io.tidemark.search.ObservedJob",
          "io.tidemark.search.Ramp",
          "io.tidemark.search.SearchContext",
          "io.tidemark.search.SeriesBound",
          "io.tidemark.search.SeriesRamp",
          "io.tidemark.search.Sweep",
          "io.tidemark.search.Verification",
          "io.tidemark.sink.client.CopyBuilder",
          "io.tidemark.sink.client.TextBody",
          "io.tidemark.sink.client.TextBuilder",
          "io.tidemark.sink.ignite.Failures",
          "io.tidemark.sink.mysql.ServerErrors",
          "io.tidemark.sink.postgresql.CopyRows",
          "io.tidemark.sink.opentsdb.Names",
          "io.tidemark.sink.opentsdb.PutAnswer",
          "io.tidemark.sink.opentsdb.TsdPages",
          "io.tidemark.sink.otlp.GzipWriter",
          "io.tidemark.sink.otlp.OtlpMessage",
          "io.tidemark.sink.otlp.OtlpReader",
          "io.tidemark.sink.postgresql.RowShape",
          "io.tidemark.sink.postgresql.SqlStates",
          "io.tidemark.sink.remotewrite.InstanceLabel",
          "io.tidemark.sink.remotewrite.LabelDelta",
          "io.tidemark.sink.remotewrite.RawEncoder",
          "io.tidemark.sink.remotewrite.RemoteWriteReader",
          "io.tidemark.sink.remotewrite.SnappyEncoder",
          "io.tidemark.sink.remotewrite.SnappyWriter",
          "io.tidemark.sink.remotewrite.SourceSamples",
          "io.tidemark.sink.rocksdb.KeyRows",
          "io.tidemark.sink.rocksdb.KeyShape",
          "io.tidemark.sink.rrdcached.DaemonError",
          "io.tidemark.sink.rrdcached.SeriesPath",
          "io.tidemark.sink.rrdcached.StoredValues",
          "io.tidemark.sink.rrdcached.UpdateLine",
          "io.tidemark.sink.rows.LabelsJson",
          "io.tidemark.sink.rows.LongRows",
          "io.tidemark.sink.rows.PayloadColumn",
          "io.tidemark.sink.rows.RowBody",
          "io.tidemark.sink.rows.RowWriter",
          "io.tidemark.slo.Hold",
          "io.tidemark.slo.Objective",
          "io.tidemark.slo.SafeRate",
          "io.tidemark.slo.SafeRateSearch",
          "io.tidemark.slo.Worst");

  private static final DescribedPredicate<JavaClass> PURE =
      resideInAPackage("io.tidemark.series")
          .or(resideInAPackage("io.tidemark.statistics"))
          .or(assignableTo(WireFormat.class))
          .or(assignableTo(PayloadBuilder.class))
          .or(assignableTo(SeriesTemplate.class))
          .or(assignableTo(SampleParser.class))
          .or(assignableTo(SampleEncoder.class))
          .or(describe("pure by name", type -> PURE_BY_NAME.contains(outermost(type))));

  private static String outermost(JavaClass type) {
    return type.getName().replaceAll("\\$.*", "");
  }

  @Test
  void everyClassThatIsPureByNameExists() {
    Page test = Page.read(Repository.root(), Repository.root().resolve(THIS));
    assertNone(
        PURE_BY_NAME.stream()
            .filter(name -> !Production.CLASSES.contain(name))
            .map(
                name ->
                    new Finding(
                        THIS, test.lineOf(name), name + " does not exist", "name what it became"))
            .toList());
  }

  private static final Pattern TOUCHES_THE_WORLD =
      Pattern.compile(
          "java\\.io\\.(?!Serializable|IOException|UncheckedIOException|ByteArray|StringReader|Data(In|Out)put|Object(In|Out)putStream).*"
              + "|java\\.nio\\.(file\\.(?!Path$)|channels\\.).*|java\\.net\\.(?!URI).*"
              + "|java\\.util\\.Random|java\\.util\\.concurrent\\.ThreadLocalRandom|java\\.security\\.SecureRandom"
              + "|java\\.time\\.Clock");

  @Test
  void pureClassesTouchNoInputOutputOrRandomness() {
    ArchRule rule =
        noClasses()
            .that(PURE)
            .should()
            .dependOnClassesThat(
                describe(
                    "touch the world",
                    type -> TOUCHES_THE_WORLD.matcher(type.getName()).matches()));
    assertNone(
        Production.against(
            rule,
            "the class is pure: hand in bytes or text, or take it out of PurityTest and say why"));
  }

  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.nanoTime",
          "java.lang.System.currentTimeMillis",
          "java.lang.Math.random",
          "java.lang.Thread.sleep",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.util.UUID.randomUUID");

  @Test
  void pureClassesReadNoClock() {
    ArchRule rule =
        noClasses()
            .that(PURE)
            .should()
            .callMethodWhere(
                describe("it is a clock", call -> CLOCKS.contains(qualified(call.getTarget()))));
    assertNone(
        Production.against(rule, "the class is pure: hand in the clock or the random source"));
  }

  private static String qualified(CodeUnitAccessTarget target) {
    return target.getOwner().getName() + "." + target.getName();
  }

  @Test
  void onlyPollSleeps() {
    ArchRule rule =
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.tidemark.process.Poll")
            .should()
            .callMethodWhere(
                describe(
                    "it sleeps",
                    call -> qualified(call.getTarget()).equals("java.lang.Thread.sleep")));
    assertNone(Production.against(rule, "wait with io.tidemark.process.Poll"));
  }
}
