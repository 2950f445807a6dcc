package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.security.Advisories.Reason;
import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoriesTest {
  static final Path FILE = Repository.root().resolve("deploy/release/advisories.json");

  private static final Reason NO_SOCKET =
      new Reason("CVE-1", "org.logs:core", "2.25.3", "in the appender over a socket");
  private static final Advisories SAID = new Advisories(Set.of("org.logs"), List.of(NO_SOCKET));

  /** As osv-scanner 2 writes it. */
  private static final String SCAN =
      """
      {"results": [{"source": {"path": "sbom.cdx.json", "type": "sbom"}, "packages": [
        {"package": {"name": "%s", "version": "2.24.3", "ecosystem": "Maven"},
         "vulnerabilities": [{"id": "GHSA-1", "aliases": ["CVE-1"]}],
         "groups": [{"ids": ["GHSA-1"], "aliases": ["CVE-1", "GHSA-1"], "max_severity": "6.3"}]}]}]}""";

  @ParameterizedTest
  @CsvSource({
    "1.1.10.3, true",
    "1.1.9.9, true",
    "1.1.10, true",
    "1.1.10.4, false",
    "1.1.10.10, false",
    "1.2-SNAPSHOT, false",
    "2, false"
  })
  void aVersionIsOlderByItsNumbers(String version, boolean older) {
    assertThat(Advisories.isOlder(version, "1.1.10.4")).isEqualTo(older);
  }

  @Test
  void namesAGroupThatNobodyHasLookedAt() throws Exception {
    assertThat(SAID.unknownGroups(bill("org.logs", "2.24.3"))).isEmpty();
    assertThat(SAID.unknownGroups(bill("io.netty", "4.2.6.Final"))).containsExactly("io.netty");
  }

  @Test
  void namesWhatAScannerFoundUnlessThereIsAReason() throws Exception {
    assertThat(SAID.withoutReason(json(SCAN.formatted("org.logs:core")))).isEmpty();
    assertThat(SAID.withoutReason(json(SCAN.formatted("org.logs:api"))))
        .containsExactly("org.logs:api 2.24.3: CVE-1, GHSA-1");
  }

  @Test
  void namesAReasonThatIsNotNeededAnyMore() throws Exception {
    assertThat(SAID.needless(bill("org.logs", "2.24.3"))).isEmpty();
    assertThat(SAID.needless(bill("org.logs", "2.25.3")))
        .containsExactly("CVE-1: org.logs:core is shipped as [2.25.3], fixed in 2.25.3");
    assertThat(SAID.needless(bill("org.other", "1")))
        .containsExactly("CVE-1: org.logs:core is shipped as [], fixed in 2.25.3");
  }

  @Test
  void theFileSaysWhyEachIsNoDanger() throws Exception {
    List<Reason> all = Advisories.read(FILE).unaffected();
    assertThat(all).isNotEmpty();
    assertThat(all.stream().map(Reason::id)).doesNotHaveDuplicates();
    assertThat(all).allSatisfy(reason -> assertThat(reason.why()).hasSizeGreaterThan(20));
  }

  private static JsonNode bill(String group, String version) throws Exception {
    return json(
        """
        {"components": [{"group": "%s", "name": "core", "version": "%s"}]}"""
            .formatted(group, version));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
