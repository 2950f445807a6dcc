package io.tidemark.search;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Verdict;
import io.tidemark.extent.Edge;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.queries.Queries;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.queried.QueryCurve;
import io.tidemark.readers.ReadLoad;
import io.tidemark.readers.Reads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Raises the queries that are asked a second beside samples at a fixed rate: none, then doubled
 * while all are answered and written, else halved, then bisected. So many are answered if those
 * that are due are, no later than a query may take.
 */
final class QueryRamp extends Ramp {
  /** The queries are raised in whole parts of a query a second, of which this many make one. */
  private static final double PARTS = 1_000;

  /** The first step asks so many a second if the configuration asks back to back. */
  private static final double FIRST_RATE = 1;

  /** A step asks at least this many queries: of fewer, a single late one is more than a tenth. */
  private static final int QUERIES_TO_A_STEP = 10;

  /** The search looks this often at what is outstanding, or observed. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private final SearchContext context;
  private final JobConfig paced;
  private final Queries queries;
  private final ReadLoad readers;
  private final List<QueryCurve.Row> rows = new ArrayList<>();

  /** The edge between parts that are answered and those that are not. */
  private final Edge<Measured> edge = new Edge<>();

  /** The queries that are asked a second now. */
  private double asking;

  QueryRamp(SearchContext context) {
    super(context);
    this.context = context;
    this.paced = paced(context.config());
    this.queries = context.config().queries();
    this.readers = context.system().readers().orElseThrow();
  }

  @Override
  JobConfig first(CeilingPlan.By by) {
    return paced;
  }

  @Override
  void run(CeilingPlan.By by) {
    readers.pause();
    noteRate();
    register(paced);
    double first = queries.rate() > 0 ? queries.rate() : FIRST_RATE;
    edge.find(
        0,
        Math.round(Queries.MOST_PER_SECOND * PARTS),
        parts -> parts == 0 ? Math.round(first * PARTS) : 2 * parts,
        this::step);
  }

  /** Measures a number of parts; returns whether there was time for it. */
  private boolean step(long parts, String remark) {
    asking = parts / PARTS;
    String what = QueryCurve.words(asking) + remark;
    Duration least = leastFor(SearchContext.load(paced));
    if (!rows.isEmpty() && !context.clock().hasTimeFor(least)) {
      context.journal().note("no time is left for " + what);
      return false;
    }
    Found found;
    try {
      found = step(context, paced, what, running -> asks(running.job()));
    } finally {
      readers.pause();
    }
    if (found == Found.NO_TIME) {
      return false;
    }
    if (found == Found.UNKNOWN && edge.isCarried(parts)) {
      // A number that could not be measured once more stays what it was.
      return true;
    }
    Measured measured = latest();
    String why = whyTooMuch(found, measured);
    if (measured != null && measured.window().valid()) {
      rows.add(QueryCurve.Row.of(asking, measured.window(), why));
    }
    if (why.isEmpty()) {
      edge.carries(parts, measured);
    } else {
      context.journal().note(what + ": " + why);
      edge.isTooMuch(parts, measured);
    }
    return true;
  }

  /** Begins to ask when the queries of the step before are answered. */
  private boolean asks(ObservedJob job) {
    job.watchUntilAnswered(readers, queries.timeout());
    if (asking > 0) {
      readers.rate(asking);
      readers.resume();
      long resumed = context.clock().millis();
      while (job.nowMillis() < resumed && context.clock().hasTimeFor(LOOK)) {
        job.watch(LOOK);
      }
    }
    return true;
  }

  private String whyTooMuch(Found found, Measured measured) {
    String unanswered = measured == null ? "" : unanswered(measured.window().reads());
    return switch (found) {
      case WRITTEN -> unanswered;
      case UNKNOWN -> unanswered.isEmpty() ? "it could not be measured" : unanswered;
      default -> unanswered.isEmpty() ? "the writes fell behind" : unanswered;
    };
  }

  private String unanswered(Reads reads) {
    return asking == 0 ? "" : QueryCurve.unanswered(reads, SUSTAINED, queries.timeout().toMillis());
  }

  @Override
  boolean isAnswered(Measured measured) {
    return unanswered(measured.window().reads()).isEmpty();
  }

  @Override
  Duration leastFor(Load load) {
    Duration least = super.leastFor(load);
    return asking == 0
        ? least
        : longer(least, Duration.ofMillis((long) (1e3 * QUERIES_TO_A_STEP / asking)));
  }

  @Override
  boolean sustained() {
    return super.sustained() && edge.tooMuch() == null;
  }

  /** Returns the step of the most queries, because just above the edge hardly anything waits. */
  @Override
  Measured tooMuch() {
    Map.Entry<Long, Measured> most = edge.measuredTooMuch().lastEntry();
    return most == null ? null : most.getValue();
  }

  @Override
  Measured best() {
    return edge.best();
  }

  /** Returns the curve; null if nothing was found. */
  @Override
  QueryCurve queries() {
    return rows.isEmpty()
        ? null
        : QueryCurve.of(
            perSecond(edge.most()),
            perSecond(edge.tooMuch()),
            SearchContext.load(paced).expectedSamplesPerSecond(),
            rows);
  }

  private static Double perSecond(Long parts) {
    return parts == null ? null : Double.valueOf(parts / PARTS);
  }

  @Override
  Verdict judged(Facts facts) {
    return edge.tooMuch() == null
        ? Attribution.judge(facts)
        : Attribution.ofQueries(
            facts,
            QueryCurve.unanswered(facts.peak().reads(), SUSTAINED, queries.timeout().toMillis()));
  }
}
