package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.result.Settings;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.ceiling.result.Step;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SightingsTest {
  private final Scene scene = new Scene().saturated();

  private Step step(String phase) {
    return new Step(phase, scene.window(), null, Settings.of(scene.window(), Map.of()));
  }

  @Test
  void whatASearchGaveTheDatabaseCountsAndNotWhatItsPageSays() {
    assertThat(Settings.of(scene.window(), Map.of()))
        .isEqualTo(new Settings(16, 10_000, 2, 8.0, 4.0));
    assertThat(Settings.of(scene.window(), Map.of(Resource.DATABASE_CPU, 2.0)))
        .isEqualTo(new Settings(16, 10_000, 2, 8.0, 2.0));
    scene.metrics = false;
    assertThat(Settings.of(scene.window(), Map.of(Resource.SLOTS, 16.0)))
        .isEqualTo(new Settings(16, 10_000, 2, 16.0, null));
  }

  @Test
  void onlyValidWindowsBesideTheDatabaseAreSightings() {
    List<Step> steps =
        Stream.of("job-ceiling", "warm-up", "sweep", "verify", "intervention")
            .map(this::step)
            .toList();
    scene.invalid = List.of("no write was answered");
    List<Step> all = Stream.concat(steps.stream(), Stream.of(step("sweep"))).toList();

    assertThat(Sighting.of(all))
        .extracting(Sighting::window)
        .containsExactlyElementsOf(steps.subList(2, 5).stream().map(Step::window).toList());
  }

  /**
   * The last step of a bisection is not the highest; where there is a sweep, a ramp is not seen.
   */
  @Test
  void ofARampTheHighestLoadIsSeen() {
    List<Step> ramp =
        LongStream.of(1_000, 4_000, 2_000)
            .mapToObj(
                rate -> {
                  scene.rate = rate;
                  return step("ramp");
                })
            .toList();

    assertThat(Sighting.of(ramp))
        .singleElement()
        .returns(4_000L, sighting -> sighting.window().load().sourceSamplesPerSecond());
    assertThat(Sighting.of(Stream.concat(ramp.stream(), Stream.of(step("sweep"))).toList()))
        .singleElement()
        .returns(2_000L, sighting -> sighting.window().load().sourceSamplesPerSecond());
  }

  @Test
  void ofManyTheLatestAreKept() {
    List<Step> steps =
        IntStream.range(0, 300)
            .mapToObj(
                i -> {
                  scene.bound = i + 1;
                  return step("sweep");
                })
            .toList();

    assertThat(Sighting.of(steps))
        .hasSize(256)
        .last()
        .returns(300, sighting -> sighting.settings().inFlight());
  }
}
