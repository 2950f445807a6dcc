package io.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** What a window says of those who share the host with a test. */
final class BusyHost {
  private BusyHost() {}

  static boolean othersAreBusy(JsonNode window) {
    for (JsonNode mark : window.path("marks")) {
      if (mark.asText().startsWith("other processes took ")) {
        return true;
      }
    }
    return false;
  }
}
