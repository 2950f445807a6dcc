package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.Repository;
import org.junit.jupiter.api.Test;

/** The bill of materials of this very build. */
class AdvisoriesIT {
  @Test
  void noneHoldsForWhatIsShipped() throws Exception {
    JsonNode bill =
        new ObjectMapper()
            .readTree(Repository.root().resolve("deploy/cli/target/sbom.json").toFile());
    assertThat(bill.required("components").size()).isGreaterThan(20);
    assertThat(Advisories.read(AdvisoriesTest.FILE).holdingFor(bill)).isEmpty();
  }
}
