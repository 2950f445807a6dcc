package io.tidemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.tidemark.job.source.SampleParser;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** Which part may know which: {@code savepoints -> job -> sinks/* -> sinks/api}. */
@AnalyzeClasses(
    packages = "io.tidemark",
    importOptions = {ImportOption.DoNotIncludeTests.class, ModulesTest.OurOwn.class})
class ModulesTest {
  /** Not the libraries that the job's jar carries under our name. */
  static final class OurOwn implements ImportOption {
    @Override
    public boolean includes(com.tngtech.archunit.core.importer.Location location) {
      return !location.contains("/io/tidemark/shaded/");
    }
  }

  @ArchTest
  static final ArchRule sinksKnowNoFlink =
      noClasses()
          .that()
          .resideInAPackage("io.tidemark.sink..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.flink..", "io.tidemark.job..");

  @ArchTest
  static final ArchRule sinksDoNotKnowEachOther =
      slices().matching("io.tidemark.sink.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule theSpiKnowsNoSink =
      noClasses()
          .that()
          .resideInAPackage("io.tidemark.sink")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tidemark.sink.*..");

  @ArchTest
  static final ArchRule theJobKnowsNothingThatRunsIt =
      noClasses()
          .that()
          .resideInAnyPackage("io.tidemark.job..", "io.tidemark.ceiling..", "io.tidemark.sink..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tidemark.experiment..", "io.tidemark.cluster..", "io.tidemark.cli..");

  @ArchTest
  static final ArchRule theJobKnowsSinksByTheSpiOnly =
      noClasses()
          .that()
          .resideInAPackage("io.tidemark.job..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tidemark.sink.*..");

  @ArchTest
  static final ArchRule packagesHaveAtMostFourSegments =
      classes()
          .should()
          .resideInAPackage("io.tidemark")
          .orShould()
          .resideInAPackage("io.tidemark.*")
          .orShould()
          .resideInAPackage("io.tidemark.*.*");

  /** Bytes, text or numbers in and out. */
  private static final Set<String> PURE_BY_NAME =
      Set.of(
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
          "io.tidemark.sink.victoriametrics.InstanceLabel",
          "io.tidemark.sink.victoriametrics.LabelDelta",
          "io.tidemark.sink.victoriametrics.RawEncoder",
          "io.tidemark.sink.victoriametrics.RemoteWriteReader",
          "io.tidemark.sink.victoriametrics.SnappyEncoder",
          "io.tidemark.sink.victoriametrics.SnappyWriter",
          "io.tidemark.sink.victoriametrics.SourceSamples");

  private static final DescribedPredicate<JavaClass> PURE =
      resideInAPackage("io.tidemark.sink")
          .or(assignableTo(WireFormat.class))
          .or(assignableTo(PayloadBuilder.class))
          .or(assignableTo(SeriesTemplate.class))
          .or(assignableTo(SampleParser.class))
          .or(describe("pure by name", type -> PURE_BY_NAME.contains(outermost(type))));

  private static String outermost(JavaClass type) {
    return type.getName().replaceAll("\\$.*", "");
  }

  private static final Pattern TOUCHES_THE_WORLD =
      Pattern.compile(
          "java\\.io\\.(?!Serializable|IOException|UncheckedIOException|ByteArray|StringReader|Data(In|Out)put|Object(In|Out)putStream).*"
              + "|java\\.nio\\.(file|channels)\\..*"
              + "|java\\.net\\.(?!URI).*"
              + "|java\\.util\\.Random|java\\.util\\.concurrent\\.ThreadLocalRandom|java\\.security\\.SecureRandom"
              + "|java\\.time\\.Clock");

  @ArchTest
  static final ArchRule pureClassesTouchNoInputOutputOrRandomness =
      noClasses()
          .that(PURE)
          .should()
          .dependOnClassesThat(
              describe(
                  "touch the world", type -> TOUCHES_THE_WORLD.matcher(type.getName()).matches()));

  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.nanoTime",
          "java.lang.System.currentTimeMillis",
          "java.lang.Math.random",
          "java.lang.Thread.sleep",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.util.UUID.randomUUID");

  @ArchTest
  static final ArchRule pureClassesReadNoClock =
      noClasses()
          .that(PURE)
          .should()
          .callMethodWhere(
              describe("it is a clock", call -> CLOCKS.contains(qualified(call.getTarget()))));

  private static String qualified(CodeUnitAccessTarget target) {
    return target.getOwner().getName() + "." + target.getName();
  }

  @ArchTest
  static final ArchRule onlyPollSleeps =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.tidemark.cluster.Poll")
          .should()
          .callMethodWhere(
              describe(
                  "it sleeps",
                  call -> qualified(call.getTarget()).equals("java.lang.Thread.sleep")));
}
