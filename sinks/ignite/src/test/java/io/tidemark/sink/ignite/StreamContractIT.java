package io.tidemark.sink.ignite;

import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Pages that are smaller than a payload, and the other view. */
@Tag("slow")
class StreamContractIT extends IgniteContract {
  @Override
  Map<String, String> options() {
    return Map.of(
        "write", "stream", "view", "key-value", "page-size", "7", "parallel-operations", "2");
  }
}
