package io.tidemark.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Known weaknesses of libraries, kept in the tree: {@code deploy/release/advisories.json}. */
record Advisories(List<Advisory> all) {
  /**
   * @param library {@code group:artifact}
   * @param fixedIn the first version without it
   * @param unaffected why it can't be used against us; "" if it can
   */
  record Advisory(String id, String library, String fixedIn, String unaffected) {
    boolean holdsFor(String name, String version) {
      return unaffected.isEmpty() && library.equals(name) && isOlder(version, fixedIn);
    }
  }

  static Advisories read(Path file) throws IOException {
    var all = new ArrayList<Advisory>();
    for (JsonNode entry : new ObjectMapper().readTree(file.toFile())) {
      all.add(
          new Advisory(
              entry.required("id").asText(),
              entry.required("library").asText(),
              entry.required("fixedIn").asText(),
              entry.path("unaffected").asText("")));
    }
    return new Advisories(all);
  }

  /**
   * What holds for any component of a bill of materials.
   *
   * @param bill CycloneDX, as JSON
   */
  List<String> holdingFor(JsonNode bill) {
    var holding = new ArrayList<String>();
    for (JsonNode component : bill.required("components")) {
      String name = component.path("group").asText() + ":" + component.required("name").asText();
      String version = component.required("version").asText();
      all.stream()
          .filter(advisory -> advisory.holdsFor(name, version))
          .forEach(
              advisory ->
                  holding.add(
                      "%s: %s %s, fixed in %s"
                          .formatted(advisory.id(), name, version, advisory.fixedIn())));
    }
    return holding;
  }

  /** By the numbers in it, from the left; what follows a dash does not count. */
  private static boolean isOlder(String version, String than) {
    int[] left = numbers(version);
    int[] right = numbers(than);
    for (int i = 0; i < Math.max(left.length, right.length); i++) {
      int difference = (i < left.length ? left[i] : 0) - (i < right.length ? right[i] : 0);
      if (difference != 0) {
        return difference < 0;
      }
    }
    return false;
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("-")[0].split("\\."))
        .filter(part -> part.matches("\\d{1,9}"))
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
