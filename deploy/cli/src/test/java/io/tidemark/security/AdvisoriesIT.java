package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bill of materials of this very build. */
@Tag("guards:deploy/release")
class AdvisoriesIT {
  private static final Path TARGET = Repository.root().resolve("deploy/cli/target");
  private static final Path BILL = TARGET.resolve("sbom.cdx.json");
  private static final Path SCAN = TARGET.resolve("osv.json");

  private static Advisories said;
  private static JsonNode bill;

  @BeforeAll
  static void read() throws IOException {
    said = Advisories.read(AdvisoriesTest.FILE);
    bill = new ObjectMapper().readTree(BILL.toFile());
    assertThat(bill.required("components").size()).isGreaterThan(20);
  }

  /** Without a network nobody can say what is known of them; that nobody has looked can be seen. */
  @Test
  void somebodyHasLookedAtTheAdvisoriesOfEachGroup() {
    assertThat(said.unknownGroups(bill))
        .as(
            "groups of libraries that %s does not know: scan the bill of materials as CONTRIBUTING.md"
                + " says, then add them",
            AdvisoriesTest.FILE)
        .isEmpty();
  }

  @Test
  void noReasonOutlivesWhatItExplains() {
    assertThat(said.needless(bill)).isEmpty();
  }

  @Test
  void whateverAScannerFoundIsExplained() throws IOException {
    assumeTrue(
        Files.exists(SCAN)
            && Files.getLastModifiedTime(SCAN).compareTo(Files.getLastModifiedTime(BILL)) >= 0,
        "no scanner has read this bill of materials: it takes a network (CONTRIBUTING.md)");
    assertThat(said.withoutReason(new ObjectMapper().readTree(SCAN.toFile()))).isEmpty();
  }

  /** Shipped once, and found by people: an older version may come back behind another library. */
  @ParameterizedTest
  @CsvSource({
    "io.netty:netty-handler, 4.2.15, CVE-2026-50010 CVE-2026-45416",
    "io.netty:netty-handler, 4.2.17, CVE-2026-75596 GHSA-c4c3-7fpv-j4q5",
    "org.xerial.snappy:snappy-java, 1.1.10.9,"
        + " CVE-2026-90559 CVE-2026-93451 CVE-2026-93452 CVE-2026-116590 GHSA-q233-g92q-qxp6",
    "at.yawk.lz4:lz4-java, 1.14.0,"
        + " CVE-2026-59949 CVE-2026-106449 CVE-2026-106450 CVE-2026-106451 CVE-2026-106452"
        + " CVE-2026-106453",
    "org.apache.logging.log4j:log4j-core, 2.25.4,"
        + " CVE-2025-68161 CVE-2026-34477 CVE-2026-34478 CVE-2026-34480",
    "org.apache.httpcomponents.core5:httpcore5, 5.4.3, CVE-2026-54399",
    "com.fasterxml.jackson.core:jackson-databind, 2.18.9, CVE-2026-54513 CVE-2026-54515",
    "org.postgresql:postgresql, 42.7.12, CVE-2026-42198 CVE-2026-54291"
  })
  void whatWasShippedOnceIsMended(String library, String fixedIn, String advisories) {
    assertThat(Advisories.versions(bill, library))
        .as("%s, fixed in %s: %s", library, fixedIn, advisories)
        .isNotEmpty()
        .noneMatch(version -> Advisories.isOlder(version, fixedIn));
  }
}
