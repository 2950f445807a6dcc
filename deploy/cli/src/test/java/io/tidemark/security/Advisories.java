package io.tidemark.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What people have said of advisories, kept in the tree: {@code deploy/release/advisories.json}.
 * Which advisories there are a scanner knows.
 *
 * @param groups of libraries whose advisories somebody has looked through
 * @param unaffected advisories that concern a library that is shipped, and can't be used against us
 */
record Advisories(Set<String> groups, List<Reason> unaffected) {
  /**
   * @param library {@code group:artifact}
   * @param fixedIn the first version for which the reason is not needed
   */
  record Reason(String id, String library, String fixedIn, String why) {}

  static Advisories read(Path file) throws IOException {
    JsonNode said = new ObjectMapper().readTree(file.toFile());
    var groups = new TreeSet<String>();
    said.required("groups").forEach(group -> groups.add(group.asText()));
    var unaffected = new ArrayList<Reason>();
    for (JsonNode entry : said.required("unaffected")) {
      unaffected.add(
          new Reason(
              entry.required("id").asText(),
              entry.required("library").asText(),
              entry.required("fixedIn").asText(),
              entry.required("why").asText()));
    }
    return new Advisories(groups, unaffected);
  }

  /**
   * Groups of which nothing is known.
   *
   * @param bill CycloneDX, as JSON
   */
  Set<String> unknownGroups(JsonNode bill) {
    var unknown = new TreeSet<String>();
    for (JsonNode component : bill.required("components")) {
      unknown.add(component.path("group").asText());
    }
    unknown.removeAll(groups);
    return unknown;
  }

  /**
   * What was found, and nobody has said why it is no danger.
   *
   * @param scan the output of {@code osv-scanner --format json}
   */
  List<String> withoutReason(JsonNode scan) {
    var found = new ArrayList<String>();
    for (JsonNode result : scan.required("results")) {
      for (JsonNode packaged : result.required("packages")) {
        String library = packaged.required("package").required("name").asText();
        String version = packaged.required("package").required("version").asText();
        for (JsonNode advisory : packaged.required("vulnerabilities")) {
          var names = new TreeSet<>(Set.of(advisory.required("id").asText()));
          advisory.path("aliases").forEach(alias -> names.add(alias.asText()));
          if (unaffected.stream()
              .noneMatch(r -> r.library.equals(library) && names.contains(r.id))) {
            found.add("%s %s: %s".formatted(library, version, String.join(", ", names)));
          }
        }
      }
    }
    return found;
  }

  /** Reasons that explain nothing any more. */
  List<String> needless(JsonNode bill) {
    var needless = new ArrayList<String>();
    for (Reason reason : unaffected) {
      List<String> shipped = versions(bill, reason.library);
      if (shipped.stream().noneMatch(version -> isOlder(version, reason.fixedIn))) {
        needless.add(
            "%s: %s is shipped as %s, fixed in %s"
                .formatted(reason.id, reason.library, shipped, reason.fixedIn));
      }
    }
    return needless;
  }

  /** In which versions a library is shipped. */
  static List<String> versions(JsonNode bill, String library) {
    var versions = new ArrayList<String>();
    for (JsonNode component : bill.required("components")) {
      String name = component.path("group").asText() + ":" + component.required("name").asText();
      if (name.equals(library)) {
        versions.add(component.required("version").asText());
      }
    }
    return versions;
  }

  /** By the numbers in it, from the left; what follows a dash does not count. */
  static boolean isOlder(String version, String than) {
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
