package io.tidemark.mechanism.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.mechanism.job.Job;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteNodeTest {
  /** However the bytes come and whatever a slot is held for, each request is stored once. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 50",
    "1, 65536, 0, 50",
    "1, 65536, 0, 12",
    "1, 0, 0, 12",
    "0, 0, 1, 50",
    "1, 16384, 1, 12",
    "1, 0, 1, 50"
  })
  void everyRequestIsStoredOnce(double proxy, double buffer, double slotPerRead, double bytes) {
    Setup setup =
        Setup.of("any")
            .with(Parameter.PROXY, proxy)
            .with(Parameter.PROXY_BUFFER_BYTES, buffer)
            .with(Parameter.SLOT_PER_READ, slotPerRead)
            .with(Parameter.SLOTS, 3)
            .with(Parameter.SAMPLE_BYTES, bytes);
    var world = new World(setup, 1);
    Job job = world.start(world.plan());
    world.clock().runFor(5);
    job.close();
    world.clock().runFor(5);
    WriteNode node = world.nodes().get(0);
    assertThat(node.rows()).isGreaterThan(1e6);
    assertThat(node.own().engine().rows()).isCloseTo(node.rows(), within(1.0));
    assertThat(node.slots().inUse()).isZero();
    assertThat(node.slots().queued()).isZero();
  }
}
