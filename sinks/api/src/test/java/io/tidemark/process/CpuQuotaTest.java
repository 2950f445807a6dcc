package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
  @TempDir Path root;

  @Test
  void takesTheTightestOfTheGroupsAroundAProcess() throws IOException {
    write("pod/cpu.max", "150000 100000\n");
    write("pod/container/cpu.max", "max 100000\n");
    write("pod/container/inner/cpu.max", "400000 200000\n");

    CpuQuota quota =
        CpuQuota.of(List.of("0::/pod/container/inner"), root).orElseThrow(AssertionError::new);

    assertThat(quota).isEqualTo(new CpuQuota(root.resolve("pod"), root.resolve("pod"), 1.5, 0.1));
  }

  @Test
  void readsTheOlderKindToo() throws IOException {
    write("cpu/a/cpu.cfs_quota_us", "25000\n");
    write("cpu/a/cpu.cfs_period_us", "50000\n");
    write("cpu/cpu.cfs_quota_us", "-1\n");
    write("cpu/cpu.cfs_period_us", "100000\n");

    assertThat(CpuQuota.of(List.of("5:memory:/a", "3:cpu:/a"), root))
        .contains(new CpuQuota(root.resolve("cpu/a"), null, 0.5, 0.05));
    assertThat(CpuQuota.of(List.of("3:cpu:/"), root)).isEmpty();
  }

  @Test
  void countsThePeriodsInWhichItWasStopped() throws IOException {
    write("a/cpu.max", "50000 100000\n");
    write("a/cpu.stat", "usage_usec 1\nnr_periods 40\nnr_throttled 30\nthrottled_usec 7\n");

    CpuQuota quota = CpuQuota.of(List.of("0::/a"), root).orElseThrow();

    assertThat(quota.throttledSeconds()).hasValue(3);
    Files.delete(root.resolve("a/cpu.stat"));
    assertThat(quota.throttledSeconds()).isEmpty();
  }

  @Test
  void countsWhatAllInTheGroupHaveUsed() throws IOException {
    write("a/cpu.max", "50000 100000\n");
    write("a/cpu.stat", "usage_usec 1500000\nnr_throttled 30\n");
    write("cpu/b/cpu.cfs_quota_us", "50000\n");
    write("cpu/b/cpu.cfs_period_us", "100000\n");
    write("cpu/b/cpu.stat", "nr_periods 1\nnr_throttled 30\n");

    CpuQuota older = CpuQuota.of(List.of("2:cpuacct:/b", "3:cpu:/b"), root).orElseThrow();

    assertThat(CpuQuota.of(List.of("0::/a"), root).orElseThrow().cpuSeconds()).hasValue(1.5);
    assertThat(older.cpuSeconds()).isEmpty();
    write("cpuacct/b/cpuacct.usage", "2500000000\n");
    assertThat(older.cpuSeconds()).hasValue(2.5);
  }

  @Test
  void whatIsCountedOfAnotherGroupIsNotTheirs() throws IOException {
    write("cpu/b/cpu.cfs_quota_us", "50000\n");
    write("cpu/b/cpu.cfs_period_us", "100000\n");
    write("cpuacct/b/cpuacct.usage", "2500000000\n");
    write("cpuacct/cpuacct.usage", "9900000000\n");

    assertThat(CpuQuota.of(List.of("2:cpuacct:/", "3:cpu:/b"), root).orElseThrow().cpuSeconds())
        .isEmpty();
  }

  @Test
  void countsBothInOneTree() throws IOException {
    write("cpu,cpuacct/b/cpu.cfs_quota_us", "50000\n");
    write("cpu,cpuacct/b/cpu.cfs_period_us", "100000\n");
    write("cpu,cpuacct/b/cpuacct.usage", "2500000000\n");

    assertThat(CpuQuota.of(List.of("3:cpu,cpuacct:/b"), root).orElseThrow().cpuSeconds())
        .hasValue(2.5);
  }

  @Test
  void noneWhereNothingIsLimited() throws IOException {
    write("a/cpu.max", "max 100000\n");

    assertThat(CpuQuota.of(List.of("0::/a"), root)).isEmpty();
    assertThat(CpuQuota.of(List.of(), root)).isEmpty();
  }

  @Test
  void isSureThatThereIsNoneWhereItSeesAllGroupsUpToTheHosts() throws IOException {
    write("cgroup.controllers", "cpu io\n");
    write("a/cpu.max", "max 100000\n");
    assertThat(CpuQuota.isNone(List.of("0::/a"), root)).isTrue();
    assertThat(CpuQuota.isNone(List.of("0::/../other"), root)).isFalse();
    assertThat(CpuQuota.isNone(List.of(), root)).isFalse();

    write("cgroup.type", "domain\n");
    assertThat(CpuQuota.isNone(List.of("0::/a"), root)).isFalse();
    write("cpu/release_agent", "\n");
    write("cpu/b/cpu.cfs_quota_us", "-1\n");
    assertThat(CpuQuota.isNone(List.of("3:cpu:/b"), root)).isTrue();
    write("cpu/b/cpu.cfs_quota_us", "50000\n");
    write("cpu/b/cpu.cfs_period_us", "100000\n");
    assertThat(CpuQuota.isNone(List.of("3:cpu:/b"), root)).isFalse();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
