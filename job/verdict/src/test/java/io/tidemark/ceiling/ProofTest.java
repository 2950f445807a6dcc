package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Window;
import io.tidemark.proof.Proof;
import io.tidemark.proof.Proof.Doubts;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProofTest {
  private final Verdict cpu = verdict();

  @Test
  void theNamedChangeThatMovesProvesIt() {
    Verdict proven =
        proof(cpu, List.of(change(Cause.TSDB_CPU, 0.5, 0.52), none(Cause.JOB_IN_FLIGHT)), true);
    assertThat(proven.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(proven.confidence()).isEqualTo(Confidence.HIGH);
  }

  @Test
  void theNamedChangeThatMovesNothingContradictsIt() {
    Verdict verdict = proof(cpu, List.of(none(Cause.TSDB_CPU)), true);
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("should have moved");
    assertThat(verdict.next()).containsExactly(Cause.TSDB_CPU);
  }

  @Test
  void theNamedChangeThatMovesTheWrongWayContradictsIt() {
    Verdict verdict = proof(cpu, List.of(change(Cause.TSDB_CPU, 2, 0.55)), true);
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("-45 %");
  }

  /** It was made, and the signals only speak for the other. */
  @Test
  void anotherChangeThatMovesIsTheCause() {
    Verdict verdict = proof(cpu, List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.8)), true);

    assertThat(verdict.cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(verdict.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(verdict.next()).startsWith(Cause.TSDB_CPU);
    assertThat(verdict.gains().get(Cause.JOB_IN_FLIGHT)).isCloseTo(1.8, within(1e-9));
    assertThat(verdict.evidence().get(0)).hasToString("a: +80 % (at least 1.2 times, for a cause)");
    assertThat(verdict.against()).doesNotContainKey(Cause.JOB_IN_FLIGHT);
  }

  /** 35 %, or as little as 10. */
  @Test
  void anotherChangeThatMovesLessSurelyIsTheCauseAtLowConfidence() {
    var rival =
        new Intervention(
            "a", "job", 2, 1e6, 1.35e6, 0.43, 0.14, 0.72, 0.26, true, Cause.JOB_IN_FLIGHT);
    Verdict verdict = proof(cpu, List.of(rival), true);

    assertThat(verdict.cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(verdict.confidence()).isEqualTo(Confidence.LOW);
  }

  /** A bound that was not used up can't be what held it back. */
  @Test
  void anotherChangeThatMovesWithoutItsSignLeavesNoVerdict() {
    var scene = scene();
    scene.inFlight = 4;
    List<Intervention> done = List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.8));
    Verdict verdict = Proof.of(cpu, scene.facts(), done, true, 1);

    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("+80 %", "requests in flight: 4 of 16");
  }

  @Test
  void ofTwoChangesThatMoveTheOneThatGainsMoreIsTheCause() {
    var named = change(Cause.TSDB_CPU, 0.5, 0.52);

    assertThat(proof(cpu, List.of(named, change(Cause.JOB_IN_FLIGHT, 2, 1.3)), true).cause())
        .isEqualTo(Cause.TSDB_CPU);
    assertThat(
            proof(promising(1.3), List.of(named, change(Cause.JOB_IN_FLIGHT, 2, 1.8)), true)
                .cause())
        .isEqualTo(Cause.JOB_IN_FLIGHT);
  }

  @Test
  void aChangeThatMovesIsTheCauseWhereTheSignalsNameNone() {
    Verdict none = Verdict.untold("nothing that is measured is full");

    assertThat(proof(none, List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.8)), true).cause())
        .isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(proof(none, List.of(none(Cause.JOB_IN_FLIGHT)), true)).isEqualTo(none);
  }

  /** Which may be chance, or what is left of a plateau's slope: no cause promises so little. */
  @Test
  void anotherChangeThatMovesItByLittleContradictsNothing() {
    Verdict verdict = proof(cpu, List.of(little(Cause.JOB_IN_FLIGHT)), true);
    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  /** A quarter of what was predicted, and sure of it. */
  @Test
  void theNamedChangeThatMovesTooLittleContradictsIt() {
    Verdict verdict = proof(cpu, List.of(intervention(Cause.TSDB_CPU, 0.5, 0.25, 0.1)), true);
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
  }

  /** A remedy that gains 41 %, where 100 % was predicted, helps all the same. */
  @Test
  void theNamedChangeThatGainsWhatMakesACauseContradictsNothing() {
    Verdict verdict = proof(cpu, List.of(intervention(Cause.TSDB_CPU, 0.5, 0.4, 0.05)), true);
    assertThat(verdict).isEqualTo(cpu);
  }

  /** Another one's prediction may be so small that half of it is within what windows differ by. */
  @Test
  void anotherChangeThatIsSureToBeNoCauseLeavesItProven() {
    var rival =
        new Intervention("a", "job", 2, 1e6, 1e6, 0, -0.2, 0.2, 0.26, false, Cause.JOB_IN_FLIGHT);
    var named = change(Cause.TSDB_CPU, 0.5, 0.52);
    assertThat(proof(cpu, List.of(named, rival), true).confidence()).isEqualTo(Confidence.HIGH);
  }

  /** 0.7 of what was predicted, and moved: but at full cores a fifth of them had nothing to do. */
  @Test
  void halfOfTheCoresThatCostFarLessThanHalfDoNotProveThatMoreHelp() {
    var named = intervention(Cause.TSDB_CPU, 0.5, 0.7, 0.05);
    assertThat(named.moved()).isTrue();
    assertThat(proof(cpu, List.of(named, none(Cause.JOB_IN_FLIGHT)), true)).isEqualTo(cpu);
  }

  /** It gains 22 %, or 15, which is no cause. */
  @Test
  void aChangeThatMayGainTooLittleForACauseProvesNothing() {
    var scene = new Scene().saturated();
    Verdict bound = Attribution.judge(scene.facts());
    var named =
        new Intervention(
            "a", "job", 2, 1e6, 1.22e6, 0.28, 0.2, 0.36, 0.3, true, Cause.JOB_IN_FLIGHT);
    assertThat(proof(bound, List.of(named), true)).isEqualTo(bound);
  }

  @Test
  void aVerdictThatPromisesTooLittleForACauseIsNotProven() {
    Verdict little = promising(1.15);
    List<Intervention> done = List.of(change(Cause.TSDB_CPU, 0.5, 0.52), none(Cause.JOB_IN_FLIGHT));
    assertThat(proof(little, done, true)).isEqualTo(little);
  }

  @Test
  void whatTurnsRequestsAwayCanNotBeRuledOutByAChange() {
    var refused =
        new Verdict(
            cpu.cause(),
            cpu.confidence(),
            cpu.reason(),
            cpu.evidence(),
            cpu.against(),
            List.of(Cause.TSDB_REJECTING),
            cpu.gains(),
            cpu.missing(),
            cpu.advice());
    List<Intervention> done = List.of(change(Cause.TSDB_CPU, 0.5, 0.52), none(Cause.JOB_IN_FLIGHT));
    assertThat(proof(refused, done, true)).isEqualTo(refused);
  }

  @Test
  void aChangeOutranksASignalThatIsMissing() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.amplifyCores = 0.6;
    scene.jobCeiling = null;
    Verdict low = Attribution.judge(scene.facts());
    assertThat(low.confidence()).isEqualTo(Confidence.LOW);
    List<Intervention> done = List.of(change(Cause.TSDB_CPU, 0.5, 0.52), none(Cause.JOB_IN_FLIGHT));
    assertThat(proof(low, done, true).confidence()).isEqualTo(Confidence.HIGH);
    assertThat(proof(low, done, false).confidence()).isEqualTo(Confidence.LOW);
  }

  @Test
  void windowsTooFarApartToTellProveNothingAndContradictNothing() {
    var named = intervention(Cause.TSDB_CPU, 0.5, 0.6, 0.7);
    assertThat(proof(cpu, List.of(named, none(Cause.JOB_IN_FLIGHT)), true)).isEqualTo(cpu);
    var rival = intervention(Cause.JOB_IN_FLIGHT, 2, 0.3, 0.4);
    assertThat(proof(cpu, List.of(change(Cause.TSDB_CPU, 0.5, 0.52), rival), true)).isEqualTo(cpu);
  }

  @Test
  void aRivalThatThereWasNoTimeForOrADisturbanceLeavesItUnproven() {
    assertThat(proof(cpu, List.of(change(Cause.TSDB_CPU, 0.5, 0.52)), false)).isEqualTo(cpu);
  }

  @Test
  void whatCouldNotBeChangedProvesNothing() {
    Verdict verdict = proof(cpu, List.of(none(Cause.JOB_IN_FLIGHT)), true);
    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  /** 1.35 times for sure, as the slots of a database with one core and two slots, both in use. */
  @Test
  void aGainThatAnotherThingMayReachDoesNotProveThatItIsTheOne() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    Verdict slots = Attribution.judge(scene.facts());
    var named =
        new Intervention(
            "a", "database", 2, 1e6, 1.42e6, 0.51, 0.43, 0.59, 0.46, true, Cause.TSDB_SLOTS);
    List<Intervention> done = List.of(named, none(Cause.JOB_IN_FLIGHT));
    assertThat(slots.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(proof(slots, done, true, 1.35)).isEqualTo(slots);
    assertThat(proof(slots, done, true, 1.2).confidence()).isEqualTo(Confidence.HIGH);
  }

  /** That half of the cores costs half of it says nothing of how much twice of them gain. */
  @Test
  void whatFewerCoresCostProvesNoMoreThanIsPromisedOfMore() {
    List<Intervention> done = List.of(change(Cause.TSDB_CPU, 0.5, 0.5), none(Cause.JOB_IN_FLIGHT));
    Verdict little = promising(1.3);
    assertThat(proof(little, done, true, 1.25)).isEqualTo(little);
    assertThat(proof(little, done, true, 1.1).confidence()).isEqualTo(Confidence.HIGH);
  }

  /** Under a bound of the job, which only more in flight can show to be one. */
  @Test
  void aBoundThatWasNotRaisedIsNoVerdictWhereTheSearchCouldNotTell() {
    Facts facts = new Scene().saturated().facts();
    Verdict bound = Attribution.judge(facts);
    assertThat(bound.cause()).isEqualTo(Cause.JOB_IN_FLIGHT);

    assertThat(Proof.of(bound, facts, List.of(), Doubts.NONE)).isEqualTo(bound);
    Verdict noTime = Proof.of(bound, facts, List.of(), new Doubts(true, true, true, true, false));
    assertThat(noTime.confidence()).isEqualTo(Confidence.NONE);
    assertThat(noTime.reason()).startsWith("no time was left");
    Verdict brief = Proof.of(bound, facts, List.of(), new Doubts(true, false, true, false, false));
    assertThat(brief.reason()).startsWith("answers take too long");
    assertThat(Proof.ofBriefStep(bound)).isEqualTo(brief);
    List<Intervention> raised = List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.9));
    assertThat(Proof.of(bound, facts, raised, new Doubts(true, true, true, false, false)).cause())
        .isEqualTo(Cause.JOB_IN_FLIGHT);
  }

  /** The sweep went as far, without a gain: one of the two is chance. */
  @Test
  void moreInFlightThatGainedNothingBeforeIsNoCauseThoughItGainsWhenItIsTriedAgain() {
    List<Intervention> raised = List.of(change(Cause.JOB_IN_FLIGHT, 2, 1.5));
    Facts facts = new Scene().saturated().facts();
    var disagree = new Doubts(true, false, false, false, true);

    assertThat(Proof.of(cpu, facts, raised, Doubts.NONE).cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
    Verdict verdict = Proof.of(cpu, facts, raised, disagree);
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).startsWith("more requests in flight gained much");
  }

  /**
   * As much without queries as with twice the cores was promised, and a third more was measured.
   */
  @Test
  void whatAPauseOfReadersGainsTakesThePlaceOfWhatWasPromised() {
    Facts facts = new Scene().read(16, 16).facts();
    Verdict readers = Attribution.judge(facts);
    assertThat(readers.cause()).isEqualTo(Cause.TSDB_READERS);

    Verdict less =
        Proof.of(readers, facts, List.of(change(Cause.TSDB_READERS, 2, 1.3)), Doubts.NONE);
    assertThat(less.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(less.gains().get(Cause.TSDB_READERS)).isCloseTo(1.3, within(0.01));

    Verdict asMuch =
        Proof.of(readers, facts, List.of(change(Cause.TSDB_READERS, 2, 1.9)), Doubts.NONE);
    assertThat(asMuch.cause()).isEqualTo(Cause.TSDB_READERS);

    // More than half of the cores cost: two that were measured are compared as measured.
    Verdict measured =
        Proof.of(
            readers,
            facts,
            List.of(change(Cause.TSDB_READERS, 2, 1.5), change(Cause.TSDB_CPU, 0.5, 0.7)),
            Doubts.NONE);
    assertThat(measured.cause()).isEqualTo(Cause.TSDB_READERS);

    Facts few = new Scene().read(16, 8).facts();
    Verdict more =
        Proof.of(
            Attribution.judge(few), few, List.of(change(Cause.TSDB_READERS, 2, 2)), Doubts.NONE);
    assertThat(more.cause()).isEqualTo(Cause.TSDB_READERS);
  }

  /** But of what it knows less of than the rules it doubts nothing. */
  @Test
  void whereTheModelNamesAnotherCauseNoneIsTrustedUntilAChangeShowsIt() {
    var other = told(Map.of(Cause.TSDB_CPU, 0.3, Cause.TSDB_SLOTS, 0.7, Cause.HOST_CPU, 0.2));
    Window window = scene().facts().peak();

    Verdict cpu = of(Cause.TSDB_CPU);
    Verdict searched = Proof.ofSearched(cpu.with(Confidence.MEDIUM), other, List.of());
    assertThat(searched.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(searched.reason()).endsWith("no change has proved either");
    Probabilities doubtful = told(Map.of(Cause.TSDB_CPU, 0.5));
    assertThat(Proof.ofSearched(cpu, doubtful, List.of())).isEqualTo(cpu.with(Confidence.LOW));
    assertThat(Proof.ofWatched(cpu, window, doubtful)).isEqualTo(cpu.with(Confidence.LOW));
    Verdict unsure = Proof.ofWatched(cpu.with(Confidence.LOW), window, doubtful);
    assertThat(unsure.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(unsure.reason())
        .contains("the database's CPU with a doubt, and the queueing model gives it only 0.50");
    Verdict host = of(Cause.HOST_CPU);
    assertThat(Proof.ofSearched(host, doubtful, List.of())).isEqualTo(host);
    Verdict alike = of(Cause.TSDB_CPU);
    var tie = told(Map.of(Cause.TSDB_CPU, 0.31, Cause.TSDB_SLOTS, 0.34));
    assertThat(Proof.ofSearched(alike, tie, List.of())).isEqualTo(alike.with(Confidence.LOW));
    var both = told(Map.of(Cause.TSDB_CPU, 0.7, Cause.TSDB_SLOTS, 0.85));
    assertThat(Proof.ofSearched(alike, both, List.of())).isEqualTo(alike);
    Intervention proof = change(Cause.TSDB_CPU, 2, 1.9);
    assertThat(proof.proves()).isTrue();
    assertThat(Proof.ofSearched(cpu, other, List.of(proof))).isEqualTo(cpu);
    assertThat(Proof.ofRamp(cpu, other)).isEqualTo(cpu.with(Confidence.LOW));
    Verdict proved = cpu.with(Confidence.HIGH);
    assertThat(Proof.ofSearched(proved, other, List.of())).isEqualTo(proved);
    Verdict watched = Proof.ofWatched(cpu, window, other);
    assertThat(watched.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(watched.reason())
        .startsWith(
            "the signals point to the database's CPU, the queueing model to the database's insert slots");
    assertThat(watched.next()).containsExactly(Cause.TSDB_CPU);

    Stream.of(Cause.TSDB_SLOTS, Cause.HOST_CPU, Cause.JOB_CPU)
        .map(ProofTest::of)
        .forEach(each -> assertThat(Proof.ofWatched(each, window, other)).isEqualTo(each));
    var untold =
        new Probabilities(other.causes(), 0, Map.of(), List.of(), 150, "too few samples", null);
    assertThat(Proof.ofWatched(cpu, window, untold)).isEqualTo(cpu);

    Verdict slots = of(Cause.TSDB_SLOTS).with(Confidence.LOW);
    assertThat(Proof.ofWatched(slots, window, other).confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(Proof.ofWatched(slots, window, untold)).isEqualTo(slots);
    Scene disturbed = scene();
    disturbed.marks = List.of("throughput drifts");
    assertThat(Proof.ofWatched(slots, disturbed.facts().peak(), other)).isEqualTo(slots);
  }

  private static Probabilities told(Map<Cause, Double> causes) {
    return new Probabilities(causes, 0, Map.of(), List.of(), 400, null, null);
  }

  private static Verdict of(Cause cause) {
    return new Verdict(
        cause,
        Confidence.MEDIUM,
        cause.what(),
        List.of(),
        Map.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  @Test
  void aPlateauThatIsNotFoundTwiceLowersTheConfidence() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    List<Intervention> done = List.of(change(Cause.TSDB_CPU, 0.5, 0.5), none(Cause.JOB_IN_FLIGHT));

    assertThat(
            Proof.of(cpu, scene.facts(), done, new Doubts(true, true, true, false, false))
                .confidence())
        .isEqualTo(Confidence.HIGH);
    assertThat(Proof.of(cpu, scene.facts(), done, new Doubts(false, false, false, false, false)))
        .isEqualTo(cpu);
    assertThat(
            Proof.of(cpu, scene.facts(), done, new Doubts(true, false, false, true, false))
                .confidence())
        .isEqualTo(Confidence.LOW);
    assertThat(Proof.ofBriefStep(cpu).confidence()).isEqualTo(Confidence.LOW);
    scene.marks = List.of("throughput drifts");
    assertThat(Proof.of(cpu, scene.facts(), done, Doubts.NONE)).isEqualTo(cpu);
  }

  private static Verdict proof(Verdict verdict, List<Intervention> done, boolean undisturbed) {
    return proof(verdict, done, undisturbed, 1);
  }

  private static Verdict proof(
      Verdict verdict, List<Intervention> done, boolean undisturbed, double othersMayGain) {
    return Proof.of(verdict, scene().facts(), done, undisturbed, othersMayGain);
  }

  private Verdict promising(double gain) {
    return new Verdict(
        cpu.cause(),
        cpu.confidence(),
        cpu.reason(),
        cpu.evidence(),
        cpu.against(),
        cpu.next(),
        Map.of(Cause.TSDB_CPU, gain),
        cpu.missing(),
        cpu.advice());
  }

  private static Verdict verdict() {
    return Attribution.judge(scene().facts());
  }

  private static Scene scene() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    return scene;
  }

  /** Twice as much would gain 100 %. */
  private static Intervention change(Cause speaksFor, double factor, double effect) {
    double elasticity = Math.log(effect) / Math.log(factor);
    return intervention(speaksFor, factor, elasticity, 0.1);
  }

  /** 15 % more, where no more than 20 % was predicted. */
  private static Intervention little(Cause speaksFor) {
    double elasticity = Math.log(1.15) / Math.log(2);
    return new Intervention(
        "a", "job", 2, 1e6, 1.15e6, elasticity, 0.15, 0.25, 0.26, true, speaksFor);
  }

  private static Intervention none(Cause speaksFor) {
    return intervention(speaksFor, 2, 0.01, 0.1);
  }

  private static Intervention intervention(
      Cause speaksFor, double factor, double elasticity, double margin) {
    double low = elasticity - margin;
    return new Intervention(
        "a",
        "job",
        factor,
        1e6,
        1e6 * Math.pow(factor, elasticity),
        elasticity,
        low,
        elasticity + margin,
        1,
        low > 0 && elasticity >= 0.5,
        speaksFor);
  }
}
