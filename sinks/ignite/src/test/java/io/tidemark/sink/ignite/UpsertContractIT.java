package io.tidemark.sink.ignite;

import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class UpsertContractIT extends IgniteContract {
  @Override
  Map<String, String> options() {
    return Map.of();
  }
}
