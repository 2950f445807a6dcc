package io.tidemark.sink.opentsdb;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class TelnetContractIT extends OpenTsdbContract {
  @Override
  String protocol() {
    return "telnet";
  }

  /** A line has 1,024 bytes: what else is in this one takes less than 300. */
  @Override
  int longestValue() {
    return 1_024 - 300;
  }
}
