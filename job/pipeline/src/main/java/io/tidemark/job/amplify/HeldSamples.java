package io.tidemark.job.amplify;

import java.util.function.Consumer;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/** The keyed state {@code held-sample}: for each series the latest of its source samples. */
final class HeldSamples {
  private static final ValueStateDescriptor<HeldSample> STATE =
      new ValueStateDescriptor<>("held-sample", HeldSampleSerializer.INSTANCE);

  private HeldSamples() {}

  /** Returns the state of the current key. */
  static ValueState<HeldSample> of(KeyedStateBackend<?> backend) throws Exception {
    return backend.getPartitionedState(
        VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, STATE);
  }

  /** Hands over all held samples and empties the state. */
  static void releaseAll(KeyedStateBackend<?> backend, Consumer<HeldSample> each) throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        STATE,
        (key, held) -> {
          each.accept(held.value());
          held.clear();
        });
  }
}
