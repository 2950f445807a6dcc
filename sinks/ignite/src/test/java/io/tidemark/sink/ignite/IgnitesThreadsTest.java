package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.nio.NioEventLoopGroup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.internal.util.FastTimestamps;
import org.junit.jupiter.api.Test;

/**
 * What of Ignite's client is worked around, and that it still is so:
 * docs/contributing/workarounds.md.
 */
class IgnitesThreadsTest {
  private static final String CLOCK = "org.apache.ignite.internal.util.FastTimestamps";

  @Test
  void itsClockHasAThreadThatNothingEnds() throws Exception {
    try (URLClassLoader ignites = ignitesOwn()) {
      ignites.loadClass(CLOCK).getMethod("coarseCurrentTimeMillis").invoke(null);

      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .contains("FastTimestamps updater");
      assertThat(ignites.loadClass(CLOCK).getDeclaredMethods())
          .filteredOn(method -> Modifier.isPublic(method.getModifiers()))
          .extracting(Method::getName)
          .containsExactly("coarseCurrentTimeMillis");
    }
  }

  @Test
  void oursHasAllThatItsClockHas() throws Exception {
    try (URLClassLoader ignites = ignitesOwn()) {
      assertThat(visible(FastTimestamps.class)).containsAll(visible(ignites.loadClass(CLOCK)));
    }
  }

  private static List<String> visible(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !Modifier.isPrivate(method.getModifiers()))
        .map(Method::toString)
        .map(signature -> signature.replace(" final", ""))
        .toList();
  }

  /** Of the jar, without ours before it. */
  private static URLClassLoader ignitesOwn() throws Exception {
    String file = CLOCK.replace('.', '/') + ".class";
    for (URL found :
        Collections.list(IgnitesThreadsTest.class.getClassLoader().getResources(file))) {
      if (found.openConnection() instanceof JarURLConnection jar) {
        return new URLClassLoader(
            new URL[] {jar.getJarFileURL()}, ClassLoader.getPlatformClassLoader());
      }
    }
    throw new AssertionError("no jar of Ignite's has " + CLOCK);
  }

  @Test
  @SuppressWarnings("deprecation") // what Ignite has
  void theThreadsOfItsConnectionsAreNamedAsNettyNamesThem() throws Exception {
    Class<?> connections =
        Class.forName(
            "org.apache.ignite.internal.client.io.netty.NettyClientConnectionMultiplexer");
    assertThat(connections.getDeclaredField("workerGroup").getType())
        .isEqualTo(NioEventLoopGroup.class);

    var group = new NioEventLoopGroup(1);
    String name = group.submit(() -> Thread.currentThread().getName()).get();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    assertThat(name).startsWith(ThreadsOfOne.CONNECTIONS);
  }
}
