package io.tidemark.sink;

import io.tidemark.series.Sample;
import java.util.List;

/** A running database as {@link TsdbContract} sees it: from outside of the sink. */
public interface RealDatabase extends AutoCloseable {
  TargetConfig target();

  /** Where deletions go. */
  default TargetConfig deletions() {
    return target();
  }

  /** All that can be read now, in any order. */
  List<Sample> stored() throws Exception;

  /** Returns when a crash can no longer take away what was acknowledged until now. */
  void settle() throws Exception;

  /** As a crash would end what holds the data. */
  void kill() throws Exception;

  /** At the same address, with the data that the crash left. Returns when it is ready. */
  void startAgain() throws Exception;

  /** Keeps it so busy that it turns writes away, until what is returned is run. */
  Runnable occupy() throws Exception;

  @Override
  void close();
}
