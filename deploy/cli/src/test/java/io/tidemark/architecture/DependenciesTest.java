package io.tidemark.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tidemark.measure.Part;
import io.tidemark.measure.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which module may know which: the arrows of docs/contributing/architecture.md. */
class DependenciesTest {
  private static final int MAX_FILES = 22;

  /** A module, or a part of one that has arrows of its own; what it may know besides itself. */
  enum Room {
    BASE("process|build|series"),
    SPI("sink(\\.(jars|query))?", BASE),
    CLIENT("sink\\.client", SPI, BASE),
    HTTP("sink\\.(http|promql)|hosts", CLIENT, SPI, BASE),
    REMOTE_WRITE("sink\\.(remotewrite|prompb)", SPI, BASE),
    OTLP("sink\\.otlp", CLIENT, SPI, BASE),
    SQL("sink\\.(rows|sql)", CLIENT, SPI, BASE),
    SINKS(
        "sink\\.(?!client|http|jars|otlp|prompb|promql|query|remotewrite|rows|sql).+",
        CLIENT,
        SPI,
        HTTP,
        REMOTE_WRITE,
        OTLP,
        SQL,
        BASE),
    PARSE("format|encode|parse(\\..+)?", BASE),
    CONFIG("job\\.(config|queries)", PARSE, SPI, BASE),
    SOURCES("job\\.(datagen|file|kafka|shared|split|state)", CONFIG, PARSE, SPI, BASE),
    DEAD_LETTERS("job\\.deadletter", SOURCES, CONFIG, BASE),
    JOB(
        "job(\\.(?!config|datagen|deadletter|file|kafka|queries|shared|split|state).+)?",
        DEAD_LETTERS,
        SOURCES,
        CONFIG,
        PARSE,
        SPI,
        BASE),
    CATALOGUE("savepoint", JOB, SOURCES, CONFIG, SPI, BASE),
    STATISTICS("statistics", BASE),
    READERS("readers", CONFIG, CLIENT, SPI, BASE),
    MEASURE(
        "aged|cluster|measure(\\.window)?|run",
        STATISTICS,
        READERS,
        CATALOGUE,
        JOB,
        DEAD_LETTERS,
        SOURCES,
        CONFIG,
        HTTP,
        SPI,
        BASE),
    SIMULATED("simulated(\\..+)?", JOB, CONFIG, MEASURE, SPI, HTTP, BASE),
    MODEL("model", STATISTICS, MEASURE, BASE),
    VERDICT(
        "ceiling(\\..+)?|proof|queried|queues|slo", MODEL, STATISTICS, READERS, MEASURE, SPI, BASE),
    CEILING(
        "extent|search(\\.worst)?|watch",
        VERDICT,
        STATISTICS,
        READERS,
        MEASURE,
        CATALOGUE,
        JOB,
        CONFIG,
        SPI,
        BASE),
    DIAGNOSE("diagnose", VERDICT, MODEL, STATISTICS, MEASURE, CONFIG, HTTP, CLIENT, SPI, BASE),
    CALIBRATE("calibrate", CEILING, VERDICT, STATISTICS, SIMULATED, MEASURE, CONFIG, BASE),
    SIZE("size", STATISTICS, MEASURE, CONFIG),
    AB("ab|judge", STATISTICS, MEASURE, CATALOGUE, JOB, SOURCES, CONFIG, SPI, BASE),
    KUBERNETES("kubernetes", MEASURE, CATALOGUE, JOB, CONFIG, SPI, BASE),
    REPORT(
        "report",
        AB,
        DIAGNOSE,
        STATISTICS,
        READERS,
        VERDICT,
        MEASURE,
        CATALOGUE,
        JOB,
        CONFIG,
        SPI,
        BASE),
    CLI(
        "cli|console|topic|listen",
        REPORT,
        STATISTICS,
        READERS,
        CLIENT,
        PARSE,
        KUBERNETES,
        VERDICT,
        CEILING,
        DIAGNOSE,
        CALIBRATE,
        SIZE,
        AB,
        SIMULATED,
        MEASURE,
        CATALOGUE,
        JOB,
        DEAD_LETTERS,
        SOURCES,
        CONFIG,
        SPI,
        BASE);

    private final Pattern packages;
    private final List<Room> mayKnow;

    Room(String packages, Room... mayKnow) {
      this.packages = Pattern.compile("io\\.tidemark\\.(" + packages + ")");
      this.mayKnow = List.of(mayKnow);
    }

    boolean holds(JavaClass type) {
      return packages.matcher(type.getPackageName()).matches();
    }

    boolean isForbidden(JavaClass type) {
      return Arrays.stream(values())
          .anyMatch(room -> room != this && !mayKnow.contains(room) && room.holds(type));
    }
  }

  private static final DescribedPredicate<JavaClass> SIMULATE =
      describe("simulate", type -> !type.getName().matches(".*(Test|IT)(\\$.*)?"));

  private static final DescribedPredicate<JavaClass> MAKE_SOMETHING_OF_OBSERVATIONS =
      describe(
          "make something of observations",
          type ->
              Room.VERDICT.holds(type)
                  || Room.CEILING.holds(type)
                  || Set.of("io.tidemark.statistics", "io.tidemark.measure.window")
                      .contains(type.getPackageName())
                  || Set.of(Window.class.getName(), Part.class.getName()).contains(type.getName()));

  @ParameterizedTest
  @EnumSource
  void aRoomKnowsOnlyThoseBelowIt(Room room) {
    assertNone(
        Production.against(
            noClasses()
                .that(describe("are of " + room, room::holds))
                .should()
                .dependOnClassesThat(describe("are of a room it may not know", room::isForbidden)),
            "the room %s may know only %s (docs/contributing/architecture.md): hand in what it needs, or move the class"
                .formatted(room, room.mayKnow)));
  }

  /** Else it would say what the search wants to hear: raw observations are all that it makes. */
  @Test
  void theSimulatorKnowsNothingThatJudges() {
    // With that part of it which only tests use.
    JavaClasses simulator = new ClassFileImporter().importPackages("io.tidemark.simulated");
    assertThat(simulator.contain("io.tidemark.simulated.SimulatedJob")).isTrue();
    ArchRule rule =
        noClasses().that(SIMULATE).should().dependOnClassesThat(MAKE_SOMETHING_OF_OBSERVATIONS);
    assertNone(
        Violations.of(
            rule,
            simulator,
            "report raw counters: the simulator knows nothing of what judges them"));
  }

  /** It judges the rules, so it shares nothing with them, nor with the first one, which did. */
  @Test
  void theSecondSimulatorKnowsNothingOfTheRest() {
    JavaClasses simulator = new ClassFileImporter().importPackages("io.tidemark.mechanism");
    assertThat(simulator.contain("io.tidemark.mechanism.lab.World")).isTrue();
    DescribedPredicate<JavaClass> observe =
        describe("report", type -> type.getPackageName().equals("io.tidemark.mechanism.observe"));
    ArchRule mechanisms =
        noClasses()
            .that(SIMULATE.and(not(observe)))
            .should()
            .dependOnClassesThat(
                describe(
                    "are of the rest of Tidemark",
                    type ->
                        type.getPackageName().startsWith("io.tidemark.")
                            && !type.getPackageName().startsWith("io.tidemark.mechanism")));
    assertNone(
        Violations.of(
            mechanisms,
            simulator,
            "write it from how the part works: only observe knows Tidemark"));
    ArchRule reports =
        noClasses()
            .that(SIMULATE)
            .should()
            .dependOnClassesThat(
                MAKE_SOMETHING_OF_OBSERVATIONS.or(
                    describe("are of the first simulator", Room.SIMULATED::holds)));
    assertNone(
        Violations.of(
            reports, simulator, "report raw counters, and share nothing with the first simulator"));
  }

  @Test
  void everyClassHasOneRoom() {
    ArchRule rule = classes().should(beOfOneRoom());
    assertNone(
        Production.against(
            rule, "name its package in a Room of DependenciesTest, and in no other"));
  }

  private static ArchCondition<JavaClass> beOfOneRoom() {
    return new ArchCondition<>("be of one room") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Set<Room> rooms =
            Arrays.stream(Room.values())
                .filter(room -> room.holds(type))
                .collect(Collectors.toCollection(TreeSet::new));
        events.add(
            new SimpleConditionEvent(
                type,
                rooms.size() == 1,
                "Class <%s> is of the rooms %s in %s"
                    .formatted(type.getName(), rooms, type.getSourceCodeLocation())));
      }
    };
  }

  @Test
  void noPackagesFormACycle() {
    assertNone(
        Production.against(
            slices().matching("io.tidemark.(**)").should().beFreeOfCycles(),
            "packages form a cycle: turn one of its arrows around, or move a class"));
  }

  /** Its tool looks through all classes. */
  @Test
  @Tag("seconds")
  void noClassesOfAPackageFormARing() {
    Map<String, Set<String>> arrows =
        ClassRings.withoutSupertypes(ClassRings.arrows(Production.folders()), Production.CLASSES);
    assertThat(arrows.get("io.tidemark.ceiling.Attribution"))
        .contains("io.tidemark.ceiling.Cause", "io.tidemark.ceiling.Thresholds");
    assertNone(
        ClassRings.of(arrows).stream()
            .map(
                ring ->
                    Violations.at(
                        Production.CLASSES.get(ring.iterator().next()),
                        "%d classes of a package know each other all around: %s"
                            .formatted(ring.size(), arrows(ring, arrows)),
                        "turn arrows around: hand in what is needed, or move what two need below both"))
            .toList());
  }

  private static String arrows(Set<String> ring, Map<String, Set<String>> arrows) {
    return ring.stream()
        .map(
            from ->
                arrows.get(from).stream()
                    .filter(ring::contains)
                    .map(DependenciesTest::simple)
                    .collect(Collectors.joining(" ", simple(from) + " → ", "")))
        .collect(Collectors.joining("; "));
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Largest first; what only reaches one is of none. */
  @Test
  void ringsOfTwoAndMoreAreFound() {
    Map<String, Set<String>> arrows =
        Map.of(
            "a",
            Set.of("b"),
            "b",
            Set.of("c", "d"),
            "c",
            Set.of("a"),
            "d",
            Set.of("e"),
            "e",
            Set.of("d"));

    assertThat(ClassRings.of(arrows)).containsExactly(Set.of("a", "b", "c"), Set.of("d", "e"));
  }

  @Test
  void sinksDoNotKnowEachOther() {
    ArchRule rule =
        slices()
            .matching("io.tidemark.sink.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                alwaysTrue(),
                describe(
                    "are shared",
                    type ->
                        Room.SPI.holds(type)
                            || Room.CLIENT.holds(type)
                            || Room.HTTP.holds(type)
                            || Room.REMOTE_WRITE.holds(type)
                            || Room.OTLP.holds(type)
                            || Room.SQL.holds(type)));
    assertNone(
        Production.against(rule, "a database knows no other: move what both need to sinks/api"));
  }

  /**
   * All that the readers' process is made of; what starts it, and what writes, is of its parent.
   */
  @Test
  void whatReadsCanNotWrite() {
    Set<String> ofItsParent =
        Set.of("io.tidemark.readers.Readers", "io.tidemark.readers.MarkerWriter");
    DescribedPredicate<JavaClass> parent =
        describe(
            "are of the parent",
            type -> ofItsParent.contains(type.getName().replaceAll("\\$.*", "")));
    DescribedPredicate<JavaClass> write =
        describe("write", type -> type.getName().equals("io.tidemark.sink.WriteClient"));
    ArchRule rule =
        noClasses()
            .that(resideInAPackage("io.tidemark.readers").and(not(parent)))
            .should()
            .dependOnClassesThat(parent.or(write));
    assertNone(Production.against(rule, "the readers' process only asks: write in its parent"));
  }

  @Test
  void databasesAndFormatsKnowNoFlink() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAnyPackage(
                "io.tidemark.sink..",
                "io.tidemark.parse..",
                "io.tidemark.format..",
                "io.tidemark.encode..",
                "io.tidemark.series..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.flink..");
    assertNone(
        Production.against(
            rule, "databases and formats know no Flink: move the class to job/pipeline"));
  }

  @Test
  void packagesHaveAtMostFourSegments() {
    assertNone(
        Production.against(
            classes()
                .should()
                .resideInAPackage("io.tidemark.*")
                .orShould()
                .resideInAPackage("io.tidemark.*.*"),
            "a package has at most four segments: move the class up"));
  }

  /** More are a second concept, which a package-info is not; who has a reason says it here. */
  @Test
  void noPackageHasMoreThan22Files() {
    var files =
        Production.CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getName().endsWith(".package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName));
    assertThat(files).isNotEmpty();
    assertNone(
        files.values().stream()
            .filter(classes -> classes.size() > MAX_FILES)
            .map(
                classes ->
                    Violations.at(
                        classes.get(0),
                        "package %s has %d files, at most %d are one concept"
                            .formatted(classes.get(0).getPackageName(), classes.size(), MAX_FILES),
                        "find the second concept in it, and give that a package"))
            .toList());
  }
}
