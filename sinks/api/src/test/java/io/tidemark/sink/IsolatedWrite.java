package io.tidemark.sink;

import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * One write and one reading with a sink whose classes are loaded for it alone, as a cluster loads
 * those of a job: once client and probe are closed, threads and classes must be gone.
 */
public final class IsolatedWrite {
  private static final String PREFIX = "contract-isolated";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private IsolatedWrite() {}

  /**
   * Whether the write was accepted; fails if anything of the sink is left.
   *
   * @param more folders that belong before the class path
   */
  static boolean accepted(TargetConfig target, Duration goneWithin, List<URL> more)
      throws Exception {
    var serialized = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(serialized)) {
      out.writeObject(target);
      out.writeObject(Patience.of(TIMEOUT));
    }
    var loader = new URLClassLoader(classPath(more), ClassLoader.getPlatformClassLoader());
    var left = new WeakReference<>(loader);
    boolean accepted = run(loader, serialized.toByteArray());
    loader.close();
    loader = null;
    if (!Poll.until(Patience.of(goneWithin), LOOK_AGAIN, () -> isGone(left))) {
      throw new AssertionError("the sink's classes can't be collected; threads: " + threads(left));
    }
    return accepted;
  }

  private static boolean isGone(WeakReference<?> loader) {
    System.gc();
    return loader.get() == null;
  }

  private static List<String> threads(WeakReference<? extends ClassLoader> left) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith(PREFIX) || thread.getContextClassLoader() == left.get())
        .map(Thread::getName)
        .toList();
  }

  /** In a thread of its own, whose thread-locals end with it. */
  private static boolean run(ClassLoader loader, byte[] target) throws Exception {
    Callable<Boolean> work =
        () ->
            (Boolean)
                loader
                    .loadClass(IsolatedWrite.class.getName())
                    .getMethod("write", byte[].class)
                    .invoke(null, target);
    var task = new FutureTask<>(work);
    var thread = new Thread(task, "contract-loader");
    thread.setContextClassLoader(loader);
    thread.start();
    boolean accepted = Patience.get(task);
    thread.join();
    return accepted;
  }

  /** Called in the loader's own copy of this class. */
  public static boolean write(byte[] serialized) throws Exception {
    TargetConfig target;
    Duration timeout;
    try (var in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
      target = (TargetConfig) in.readObject();
      timeout = (Duration) in.readObject();
    }
    Tsdb tsdb = Tsdb.byType(target.type(), IsolatedWrite.class.getClassLoader());
    var one = new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);
    long step = tsdb.timestamps(target).step();
    var sample =
        new Sample(
            Labels.of(Map.of("__name__", "contract_isolated", "series", "s0")),
            System.currentTimeMillis() / step * step,
            1);
    Payload payload = tsdb.format(target, one).encode(List.of(sample));
    var options = new ClientOptions(2, timeout, PREFIX);
    try (var client = tsdb.client(target, options);
        var probe = tsdb.probe(target)) {
      probe.read();
      return client.write(payload).get().outcome() == ResponseClass.OK;
    }
  }

  private static URL[] classPath(List<URL> more) throws MalformedURLException {
    var urls = new ArrayList<URL>(more);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
