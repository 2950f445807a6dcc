package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All tasks of a job, from a checkpoint on until they are cancelled. */
final class Attempt {
  /** This is the default of taskmanager.network.memory.buffers-per-channel. */
  private static final int EXCLUSIVE = 2;

  /** This is the default of taskmanager.network.memory.floating-buffers-per-gate. */
  private static final int FLOATING = 8;

  private final Setup setup;
  private final EventQueue events;
  private final Cores[] cores;
  private final Link[] links;
  private final Link[] stateStores;
  private final Database database;
  private final Pool[] permits;
  private final Link acks;
  private final SourceTask[] sources;
  private final AmplifyTask[] amplifiers;
  private final WriteTask[] writers;
  private final Pool[] floating;
  private final Checkpoints checkpoints;

  /**
   * @param shares of each amplifier
   * @param begin what it is restored from
   */
  Attempt(Setup setup, double[] shares, Snapshot begin, long beginNanos) {
    this.setup = setup;
    events = new EventQueue(beginNanos);
    Setup.Cluster cluster = setup.cluster();
    int parallelism = cluster.parallelism();
    int writerCount = setup.writing().writers(parallelism);
    cores = new Cores[cluster.hosts()];
    links = new Link[cluster.hosts()];
    for (int host = 0; host < cores.length; host++) {
      double speed = host == setup.trouble().slowHost() ? setup.trouble().slowSpeed() : 1;
      cores[host] = new Cores(events, cluster.coresPerHost(), speed);
      links[host] = new Link(events, cluster.linkBytesPerSecond(), cluster.linkLatencyNanos());
    }
    stateStores = new Link[cluster.taskManagers()];
    Arrays.setAll(
        stateStores,
        i -> new Link(events, setup.checkpointing().storeBytesPerSecond(), Setup.MILLI));
    database = new Database(events, setup.store(), new Random(setup.seed()));
    // The one subtask that counts outcomes takes each like a link takes a byte.
    acks = new Link(events, Setup.SECOND / Costs.ACK_NANOS, 0);
    permits = permits(writerCount);
    amplifiers = new AmplifyTask[parallelism];
    sources = new SourceTask[parallelism];
    writers = new WriteTask[writerCount];
    floating = new Pool[parallelism];
    Arrays.setAll(floating, i -> new Pool(events, FLOATING));
    checkpoints =
        new Checkpoints(
            events,
            setup.checkpointing().intervalNanos(),
            2 * parallelism + writerCount,
            begin,
            this::trigger);
    for (int i = 0; i < writerCount; i++) {
      writers[i] = writer(i, begin);
    }
    for (int i = 0; i < parallelism; i++) {
      amplifiers[i] = amplifier(i, begin);
    }
    for (int i = 0; i < parallelism; i++) {
      sources[i] = source(i, shares, begin);
    }
    Arrays.stream(writers).forEach(WriteTask::look);
    Arrays.stream(amplifiers).forEach(AmplifyTask::look);
    Arrays.stream(sources).forEach(SourceTask::start);
    checkpoints.start();
  }

  void runUntil(long nanos) {
    events.runUntil(nanos);
  }

  Checkpoints checkpoints() {
    return checkpoints;
  }

  Counters counters() {
    return new Counters(
        events.nowNanos(),
        Arrays.stream(writers).mapToLong(WriteTask::acked).sum(),
        Arrays.stream(sources).mapToLong(SourceTask::offset).sum(),
        activeSources().mapToDouble(SourceTask::blockedNanos).toArray(),
        activeSources().mapToDouble(SourceTask::busyNanos).toArray(),
        Arrays.stream(amplifiers).mapToDouble(AmplifyTask::busyNanos).toArray(),
        Arrays.stream(cores)
            .mapToDouble(each -> each.usedNanos() / setup.cluster().coresPerHost())
            .toArray(),
        Arrays.stream(links).mapToDouble(Link::busyNanos).toArray(),
        Arrays.stream(permits)
            .filter(pool -> pool.size() > 0)
            .mapToDouble(pool -> pool.takenNanos() / pool.size())
            .toArray(),
        setup.store().servers() == 0 ? 0 : database.busyNanos() / setup.store().servers(),
        acks.busyNanos());
  }

  /** Returns those that have a partition. */
  private Stream<SourceTask> activeSources() {
    return Arrays.stream(sources).limit(setup.load().partitions());
  }

  /** Each TaskManager has the sum of its writers' shares. */
  private Pool[] permits(int writerCount) {
    int[] bounds = new int[setup.cluster().taskManagers()];
    for (int i = 0; i < writerCount; i++) {
      bounds[setup.cluster().taskManagerOf(i)] += setup.writing().share(i, writerCount);
    }
    return Arrays.stream(bounds).mapToObj(bound -> new Pool(events, bound)).toArray(Pool[]::new);
  }

  private WriteTask writer(int index, Snapshot begin) {
    int taskManager = setup.cluster().taskManagerOf(index);
    int host = setup.cluster().hostOf(index);
    var writer =
        new WriteTask(
            cores[host],
            setup.load().costs(),
            permits[taskManager],
            links[host],
            database,
            () -> acks.send(1, () -> {}),
            begin.acked()[index]);
    writer.restore(
        begin.writerHolds()[index], setup.writing().batchSamples(), setup.cluster().segmentBytes());
    writer.checkpointing(
        held -> {
          checkpoints.pending().writerHolds()[index] = held;
          checkpoints.pending().acked()[index] = writer.acked();
          store(taskManager, held * setup.load().costs().wireBytes());
        });
    return writer;
  }

  private AmplifyTask amplifier(int index, Snapshot begin) {
    int segmentBytes = setup.cluster().segmentBytes();
    var amplifier =
        new AmplifyTask(
            events,
            cores[setup.cluster().hostOf(index)],
            setup.load().costs(),
            setup.writing().batchSamples(),
            segmentBytes);
    amplifier.restore(begin.amplifierHolds()[index]);
    boolean forward = writers.length == amplifiers.length;
    int[] targets = forward ? new int[] {index} : IntStream.range(0, writers.length).toArray();
    var sending = new Pool(events, EXCLUSIVE * targets.length + FLOATING);
    // Batches of many buffers are few, so each channel may have all that its gate would share.
    var none = new Pool(events, 0);
    var channels = new ArrayList<Channel>();
    for (int target : targets) {
      Gate gate = writers[target].gate();
      var channel =
          new Channel(sending, none, EXCLUSIVE + FLOATING, link(index, target), gate.nextArrival());
      gate.add(channel);
      channels.add(channel);
    }
    amplifier.connect(channels, sending);
    amplifier.acknowledging(() -> checkpoints.acknowledge(0));
    return amplifier;
  }

  private SourceTask source(int index, double[] shares, Snapshot begin) {
    int parallelism = sources.length;
    // One buffer of each channel is being filled; that one is not in the pool.
    var sending = new Pool(events, (EXCLUSIVE - 1) * parallelism + FLOATING);
    var channels = new Channel[parallelism];
    for (int target = 0; target < parallelism; target++) {
      Gate gate = amplifiers[target].gate();
      channels[target] =
          new Channel(
              sending, floating[target], EXCLUSIVE, link(index, target), gate.nextArrival());
      gate.add(channels[target]);
    }
    Setup.Load load = setup.load();
    int partitions =
        load.partitions() / parallelism + (index < load.partitions() % parallelism ? 1 : 0);
    double rate = load.samplesPerSecond() / load.costs().m() * partitions / load.partitions();
    return new SourceTask(
        events,
        cores[setup.cluster().hostOf(index)],
        load.costs(),
        channels,
        shares,
        sending,
        setup.cluster().segmentBytes(),
        setup.checkpointing().unaligned(),
        rate,
        partitions == 0 ? -1 : partitions * load.sourceSamples(),
        begin.offsets()[index]);
  }

  /** Returns null within a TaskManager. */
  private Link link(int from, int to) {
    Setup.Cluster cluster = setup.cluster();
    return cluster.taskManagerOf(from) == cluster.taskManagerOf(to)
        ? null
        : links[cluster.hostOf(from)];
  }

  private void trigger(Snapshot pending) {
    boolean unaligned = setup.checkpointing().unaligned();
    if (unaligned) {
      hold(pending);
    }
    for (int i = 0; i < sources.length; i++) {
      int index = i;
      sources[i].trigger(
          () -> {
            if (!unaligned) {
              pending.offsets()[index] = sources[index].offset();
            }
            checkpoints.acknowledge(0);
          });
    }
    if (unaligned) {
      double wireBytes = setup.load().costs().wireBytes();
      for (int i = 0; i < amplifiers.length; i++) {
        int taskManager = setup.cluster().taskManagerOf(i);
        double bytes = (double) pending.amplifierHolds()[i] * Costs.PLAIN_BYTES;
        amplifiers[i].trigger(() -> store(taskManager, bytes));
      }
      for (int i = 0; i < writers.length; i++) {
        int taskManager = setup.cluster().taskManagerOf(i);
        double bytes = pending.writerHolds()[i] * wireBytes;
        writers[i].trigger(() -> store(taskManager, bytes));
      }
    }
  }

  /**
   * An unaligned checkpoint holds all that is anywhere at its beginning. What an amplifier has made
   * and not handed on is held for a writer.
   */
  private void hold(Snapshot pending) {
    for (int i = 0; i < sources.length; i++) {
      pending.offsets()[i] = sources[i].offset();
    }
    for (int i = 0; i < writers.length; i++) {
      pending.writerHolds()[i] = writers[i].inFlight() + writers[i].waiting();
      pending.acked()[i] = writers[i].acked();
    }
    for (int i = 0; i < amplifiers.length; i++) {
      pending.amplifierHolds()[i] = amplifiers[i].sourceInside();
      pending.writerHolds()[i % writers.length] += amplifiers[i].writtenInside();
    }
  }

  private void store(int taskManager, double bytes) {
    stateStores[taskManager].send(bytes, () -> checkpoints.acknowledge(bytes));
  }
}
