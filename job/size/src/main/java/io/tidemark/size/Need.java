package io.tidemark.size;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The resources of a database, with the terms that the cost of each consists of. */
enum Need {
  CPU(
      "CPU",
      "cores",
      0.10,
      run -> run.perSecond(run.cpuSeconds()),
      List.of(Term.RATE, Term.NEW_RATE, Term.FIXED),
      "the database's CPU seconds: a run of a database that reports them"),
  MEMORY(
      "memory",
      "bytes",
      0.15,
      Observed::residentBytes,
      List.of(Term.SERIES, Term.FIXED),
      "the database's memory with its active series: run, or ceiling --by series"),
  DISK(
      "disk",
      "bytes",
      0.15,
      Observed::diskBytes,
      List.of(Term.SAMPLES_KEPT, Term.SERIES_KEPT),
      "bytes on disk with their series: run writes them into run.json"),
  NETWORK(
      "network",
      "bytes/s",
      0.05,
      run -> run.perSecond(run.sentBytes()),
      List.of(Term.RATE),
      "bytes on the wire: run, or ceiling");

  /** A quantity with which a cost grows, as measured and as demanded. */
  enum Term {
    RATE("the rate", Observed::samplesPerSecond, Demand::samplesPerSecond),
    NEW_RATE("the churn", Observed::newSeriesPerSecond, Demand::newSeriesPerSecond),
    SERIES("the number of series", Observed::series, Demand::series),
    SAMPLES_KEPT("the samples kept", Observed::samples, Demand::samplesKept),
    SERIES_KEPT("the series kept", Observed::newSeries, Demand::seriesKept),
    FIXED("nothing", run -> 1.0, demand -> 1);

    /** The terms that decide how far a demand is from the measured loads. */
    static final List<Term> LOADS = List.of(RATE, SERIES, NEW_RATE);

    private final String title;
    private final Function<Observed, Double> measured;
    private final ToDoubleFunction<Demand> asked;

    Term(String title, Function<Observed, Double> measured, ToDoubleFunction<Demand> asked) {
      this.title = title;
      this.measured = measured;
      this.asked = asked;
    }

    String title() {
      return title;
    }

    /** Returns the measured value; null if it was not measured. */
    Double of(Observed run) {
      return measured.apply(run);
    }

    double of(Demand demand) {
      return asked.applyAsDouble(demand);
    }
  }

  private final String title;
  private final String unit;
  private final double noise;
  private final Function<Observed, Double> cost;
  private final List<Term> terms;
  private final String remedy;

  /**
   * @param noise assumed relative standard deviation between repeated runs, see docs/size.md
   * @param remedy what no report has, and which command measures it
   */
  Need(
      String title,
      String unit,
      double noise,
      Function<Observed, Double> cost,
      List<Term> terms,
      String remedy) {
    this.title = title;
    this.unit = unit;
    this.noise = noise;
    this.cost = cost;
    this.terms = terms;
    this.remedy = remedy;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  double noise() {
    return noise;
  }

  List<Term> terms() {
    return terms;
  }

  String remedy() {
    return remedy;
  }

  /** Tells whether the cost is less certain the farther this term is from the measured loads. */
  boolean dependsOn(Term load) {
    return this != NETWORK || load == Term.RATE;
  }

  /** Returns the measured cost; null, or not above 0, if it was not measured. */
  Double cost(Observed run) {
    return cost.apply(run);
  }

  /** Tells whether the run measured the cost, and the term with which it mostly grows. */
  boolean isIn(Observed run) {
    Double measured = cost(run);
    return measured != null && measured > 0 && terms.get(0).of(run) != null;
  }
}
