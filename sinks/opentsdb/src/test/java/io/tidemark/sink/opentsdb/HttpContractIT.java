package io.tidemark.sink.opentsdb;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class HttpContractIT extends OpenTsdbContract {
  @Override
  String protocol() {
    return "http";
  }

  @Override
  int longestValue() {
    return Short.MAX_VALUE - 1;
  }
}
