package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoriesTest {
  static final Path FILE = Repository.root().resolve("deploy/release/advisories.json");

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
  void holdsForVersionsBeforeTheOneThatMendedIt(String version, boolean holds) {
    var advisory = new Advisories.Advisory("CVE-1", "g:a", "1.1.10.4", "");
    assertThat(advisory.holdsFor("g:a", version)).isEqualTo(holds);
    assertThat(advisory.holdsFor("g:other", version)).isFalse();
  }

  @Test
  void findsAVersionThatIsKnownToBeBad() throws Exception {
    var bill =
        new ObjectMapper()
            .readTree(
                """
                {"components": [
                  {"group": "org.apache.logging.log4j", "name": "log4j-core", "version": "2.14.1"},
                  {"group": "org.xerial.snappy", "name": "snappy-java", "version": "1.1.10.7"}]}""");
    assertThat(Advisories.read(FILE).holdingFor(bill))
        .isNotEmpty()
        .allSatisfy(found -> assertThat(found).contains("log4j-core 2.14.1"));
  }

  @Test
  void saysWhyWhereOneIsNoDanger() throws Exception {
    List<Advisories.Advisory> all = Advisories.read(FILE).all();
    assertThat(all).hasSizeGreaterThan(10);
    assertThat(all.stream().map(Advisories.Advisory::id)).doesNotHaveDuplicates();
    assertThat(all.stream().map(Advisories.Advisory::unaffected))
        .allMatch(reason -> reason.isEmpty() || reason.length() > 20);
  }
}
