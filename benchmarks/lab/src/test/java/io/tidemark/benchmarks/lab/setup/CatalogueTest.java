package io.tidemark.benchmarks.lab.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.lab.setup.Catalogue.Family;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.ceiling.Cause;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class CatalogueTest {
  /** What the review found, but for what takes a cluster or hyper-threads: that is simulated. */
  private static final List<String> REVIEWED =
      List.of(
          "S1", "S2", "S3", "S4", "S5", "S6", "S8", "S9", "S10", "S11", "S13", "S16", "S17", "S19",
          "S21", "S24", "S25");

  /** Rows of the design's table of what was measured. */
  private static final List<String> ROWS =
      List.of(
          "40 ms of real round trip",
          "two nodes",
          "3 M series",
          "row of vmagent",
          "maxconn 1",
          "stopped half of the time",
          "400,000 series",
          "dead second backend",
          "408, 429 or 500");

  private static final Catalogue CATALOGUE = Catalogue.load();

  @Test
  void hasAtLeast24FamiliesOfFourValuesEach() {
    assertThat(CATALOGUE.families()).hasSizeGreaterThanOrEqualTo(24);
    assertThat(CATALOGUE.families())
        .allSatisfy(family -> assertThat(family.setups()).as(family.name()).hasSize(4));
  }

  @Test
  void hasWhateverTheReviewFoundAndEachRowOfTheTable() {
    List<String> from = CATALOGUE.families().stream().map(Family::from).toList();

    for (String seen : REVIEWED) {
      assertThat(from)
          .as(seen)
          .anyMatch(text -> Stream.of(text.split("[;, ]+")).anyMatch(seen::equals));
    }
    for (String row : ROWS) {
      assertThat(from).as(row).anyMatch(text -> text.contains(row));
    }
    assertThat(from.stream().filter("nothing near its limit"::equals))
        .hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void holdsHalfOfTheFamiliesOutAndAtLeast48SetUps() {
    Map<String, Half> halves = CATALOGUE.halves();

    assertThat(CATALOGUE.families().stream().filter(CATALOGUE::heldOutBySeed))
        .hasSize(CATALOGUE.families().size() / 2);
    assertThat(
            CATALOGUE.inTurn().stream()
                .filter(setup -> halves.get(setup.family()) == Half.HELD_OUT))
        .hasSizeGreaterThanOrEqualTo(48);
  }

  @Test
  void holdsTheSameFamiliesOutWhenOthersAreAppended() {
    var fewer = new Catalogue(CATALOGUE.seed(), CATALOGUE.families().subList(0, 10), List.of());

    assertThat(fewer.families())
        .allSatisfy(family -> assertThat(fewer.half(family)).isEqualTo(CATALOGUE.half(family)));
  }

  @Test
  void holdsNoFamilyOutThatSomebodyLookedInto() {
    Family heldOut =
        CATALOGUE.families().stream().filter(CATALOGUE::heldOutBySeed).findFirst().orElseThrow();
    int index = CATALOGUE.families().indexOf(heldOut);
    var families = new java.util.ArrayList<>(CATALOGUE.families());
    var seen = new Family(heldOut.name(), heldOut.from(), "2026-12-01, its wire", heldOut.setups());
    families.set(index, seen);

    assertThat(new Catalogue(CATALOGUE.seed(), families, List.of()).half(seen))
        .isEqualTo(Half.TRAINING);
  }

  @Test
  void turnsEachKnobIntoOtherParts() {
    assertThat(CATALOGUE.inTurn())
        .allSatisfy(
            setup -> {
              assertThat(setup.knobs()).as(setup.name()).hasSizeGreaterThanOrEqualTo(2);
              assertThat(setup.knobs())
                  .allSatisfy(
                      knob ->
                          assertThat(setup.turned(knob))
                              .as(knob.name())
                              .isNotEqualTo(setup.parts()));
            });
  }

  @Test
  void namesCausesThatThereAre() {
    List<String> causes = Stream.of(Cause.values()).map(Cause::name).toList();

    assertThat(CATALOGUE.inTurn().stream().flatMap(setup -> setup.knobs().stream()))
        .allSatisfy(knob -> assertThat(causes).containsAll(knob.causes()));
  }

  @Test
  void repeatsFiveSetUpsOfTheTrainingHalf() {
    assertThat(CATALOGUE.repeated())
        .hasSize(5)
        .allSatisfy(
            setup ->
                assertThat(CATALOGUE.half(CATALOGUE.familyOf(setup))).isEqualTo(Half.TRAINING));
  }

  @Test
  void doublesHalvesAndReplaces() {
    Setup setup =
        of(
            """
            knobs:
              quota: {change: {/database/cores: "*2"}, causes: [TSDB_CPU]}
              delay: {change: {/wire/millis: "/2"}, causes: []}
              dead: {change: {/proxy/dead: "0"}, causes: []}
              disk: {change: {/database/disk: "*2"}, causes: []}
            parts: {database: {cores: "${cores}"}, wire: {millis: 25}, proxy: {type: haproxy, dead: 2}}
            """);

    assertThat(setup.knobs()).extracting(Knob::name).containsExactly("quota", "delay", "dead");
    assertThat(setup.turned(setup.knob("quota")).database().cores()).isEqualTo(0.6);
    assertThat(setup.turned(setup.knob("delay")).wire().millis()).isEqualTo(12.5);
    assertThat(setup.turned(setup.knob("dead")).proxy().dead()).isZero();
    assertThat(setup.parts().proxy().dead()).isEqualTo(2);
  }

  @Test
  void hashesWhatAMeasurementHangsOnAlone() {
    String knobs = "knobs: {quota: {change: {/database/cores: '*2'}, causes: [%s]}}%n";
    String one =
        of(knobs.formatted("TSDB_CPU") + "parts: {database: {cores: 0.3, slots: 8}}").hash();

    assertThat(of(knobs.formatted("TSDB_CPU") + "parts: {database: {slots: 8, cores: 0.3}}").hash())
        .isEqualTo(one);
    assertThat(of(knobs.formatted("HOST_CPU") + "parts: {database: {cores: 0.3, slots: 8}}").hash())
        .isEqualTo(one);
    assertThat(of(knobs.formatted("TSDB_CPU") + "parts: {database: {cores: 0.4, slots: 8}}").hash())
        .isNotEqualTo(one);
    assertThat(of("knobs: {}\nparts: {database: {cores: 0.3, slots: 8}}").hash()).isNotEqualTo(one);
  }

  @Test
  void refusesAPartThatNobodyKnows() {
    assertThatThrownBy(() -> of("knobs: {}\nparts: {database: {core: 0.3}}").parts())
        .hasMessageContaining("core");
  }

  @Test
  void goesThroughAllFamiliesBeforeItsSecondValues() {
    int families = CATALOGUE.families().size();

    assertThat(CATALOGUE.inTurn().subList(0, families).stream().map(Setup::family).distinct())
        .hasSize(families);
  }

  @Test
  void selectsByNameOrByAPartOfIt() {
    assertThat(CATALOGUE.select("calm-1000,cpu-quota-0_2"))
        .extracting(Setup::name)
        .containsExactly("calm-1000", "cpu-quota-0_2");
    assertThat(CATALOGUE.select("cpu-quota")).hasSize(4);
    assertThat(CATALOGUE.select("")).hasSize(CATALOGUE.inTurn().size());
    assertThat(CATALOGUE.select("no such thing")).isEmpty();
  }

  /**
   * @param text knobs and parts of a family with one value
   */
  private static Setup of(String text) {
    var data = new java.util.LinkedHashMap<String, Object>(new Yaml().load(text));
    Object parts = data.remove("parts");
    data.put("seed", 1L);
    data.put("defaults", Map.of("job", Map.of("inFlight", 4)));
    data.put(
        "families",
        List.of(Map.of("name", "a", "parts", parts, "values", List.of(Map.of("cores", 0.3)))));
    return Catalogue.of(data).families().get(0).setups().get(0);
  }
}
