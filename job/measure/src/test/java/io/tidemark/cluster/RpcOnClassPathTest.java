package io.tidemark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;
import org.junit.jupiter.api.Test;

/** Where the build has put it on the class path: {@code ReleaseIT}. */
class RpcOnClassPathTest {
  @Test
  void isAskedBeforeFlinksOwnLoader() {
    assertThat(ServiceLoader.load(RpcSystemLoader.class))
        .hasSize(2)
        .filteredOn(loader -> !(loader instanceof RpcOnClassPath))
        .allSatisfy(
            own ->
                assertThat(own.getLoadPriority())
                    .isLessThan(new RpcOnClassPath().getLoadPriority()));
  }

  @Test
  void leavesItToFlinksOwnLoaderWhereThereIsNoneOnTheClassPath() {
    var configuration = new Configuration();
    assertThatThrownBy(() -> new RpcOnClassPath().loadRpcSystem(configuration))
        .isInstanceOf(RpcLoaderException.class);
    try (RpcSystem system = RpcSystem.load(configuration)) {
      assertThat(system.getMaximumMessageSizeInBytes(configuration)).isPositive();
    }
  }
}
