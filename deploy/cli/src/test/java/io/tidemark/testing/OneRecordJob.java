package io.tidemark.testing;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The smallest job a cluster can finish. */
public final class OneRecordJob {
  private OneRecordJob() {}

  public static void main(String[] args) throws Exception {
    var environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.fromData(1L).sinkTo(new DiscardingSink<>());
    environment.execute("one record");
  }
}
