package io.tidemark.mechanism.observe;

import static io.tidemark.mechanism.lab.Parameter.CO_LOCATED;
import static io.tidemark.mechanism.lab.Parameter.DATABASE_CPUS;
import static io.tidemark.mechanism.lab.Parameter.DATABASE_QUOTA;
import static io.tidemark.mechanism.lab.Parameter.DATABASE_THREADS;
import static io.tidemark.mechanism.lab.Parameter.JOB_CPUS;
import static io.tidemark.mechanism.lab.Parameter.PRESSURE_SEEN;
import static io.tidemark.mechanism.lab.Parameter.QUOTA_SEEN;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.World;
import io.tidemark.mechanism.store.Link;
import io.tidemark.mechanism.store.StorageNode;
import io.tidemark.mechanism.store.WriteNode;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The metrics pages of all processes of a database, made anew once a second. */
final class Pages {
  private static final long AGE_NANOS = 1_000_000_000;
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  private final World world;
  private final Setup setup;
  private final double startSeconds;
  private List<TsdbNode> made = List.of();
  private long madeNanos = -AGE_NANOS - 1;

  Pages(World world, double startSeconds) {
    this.world = world;
    this.setup = world.setup();
    this.startSeconds = startSeconds;
  }

  List<TsdbNode> read() {
    if (made.isEmpty() || world.clock().nanos() - madeNanos > AGE_NANOS) {
      madeNanos = world.clock().nanos();
      made = new ArrayList<>();
      world.nodes().forEach(node -> made.add(page(node)));
      world.storages().forEach(node -> made.add(page(node)));
    }
    return made;
  }

  private TsdbNode page(WriteNode node) {
    Map<String, TsdbNode.Link> links = new LinkedHashMap<>();
    for (Link link : node.links()) {
      links.put(link.name() + ":8400", new TsdbNode.Link(of(link.sendSeconds()), of(0), of(1)));
    }
    boolean stores = node.own() != null;
    return page(
        node.name(),
        stores ? Role.SINGLE : Role.INSERT,
        node.process(),
        stores ? of(node.own().ioStalledSeconds()) : ABSENT,
        new TsdbNode.Slots(
            of(node.slots().inUse()),
            of(node.slots().capacity()),
            of(node.slots().limitReached()),
            of(node.slots().timeouts()),
            Optional.of(false)),
        stores ? rows(node.own(), node.rows()) : rows(of(node.rows()), ABSENT, ABSENT),
        stores ? storage(node.own()) : new TsdbNode.Storage(ABSENT, ABSENT, ABSENT, ABSENT),
        links,
        stores ? queries(node.own()) : TsdbNode.Selects.NONE);
  }

  private TsdbNode page(StorageNode node) {
    return page(
        node.name(),
        Role.STORAGE,
        node.process(),
        of(node.ioStalledSeconds()),
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        rows(node, node.engine().rows()),
        storage(node),
        Map.of(),
        TsdbNode.Selects.NONE);
  }

  private static TsdbNode.Selects queries(StorageNode node) {
    return new TsdbNode.Selects(of(node.readers().asking()), ABSENT, ABSENT);
  }

  private TsdbNode page(
      String name,
      Role role,
      Cores.Group process,
      OptionalDouble ioStalled,
      TsdbNode.Slots slots,
      TsdbNode.Rows rows,
      TsdbNode.Storage storage,
      Map<String, TsdbNode.Link> links,
      TsdbNode.Selects selects) {
    boolean pressure = setup.is(PRESSURE_SEEN);
    return TsdbNode.named(name, role)
        .readAtNanos(madeNanos)
        .version(Optional.of("simulated"))
        .startSeconds(of(startSeconds))
        .cpu(new TsdbNode.Cpu(of(process.usedSeconds()), of(reportedCores(process))))
        .pressure(
            new TsdbNode.Pressure(
                pressure ? of(process.waitingSeconds()) : ABSENT, pressure ? ioStalled : ABSENT))
        .slots(slots)
        .rows(rows)
        .storage(storage)
        .links(links)
        .selects(selects)
        .build();
  }

  /** A process sees its host's CPUs, or what its scheduler was given, or its quota. */
  private double reportedCores(Cores.Group process) {
    double host = setup.get(setup.is(CO_LOCATED) ? JOB_CPUS : DATABASE_CPUS);
    double cores = setup.is(DATABASE_THREADS) ? setup.get(DATABASE_THREADS) : host;
    boolean quota = setup.is(DATABASE_QUOTA) && setup.is(QUOTA_SEEN);
    double given = quota ? Math.min(cores, setup.get(DATABASE_QUOTA)) : cores;
    return Math.min(given, process.threads());
  }

  private static TsdbNode.Rows rows(StorageNode node, double inserted) {
    return rows(of(inserted), of(node.engine().slowRows()), of(node.engine().newSeries()));
  }

  private static TsdbNode.Rows rows(
      OptionalDouble inserted, OptionalDouble slow, OptionalDouble created) {
    return new TsdbNode.Rows(inserted, Map.of(), slow, created);
  }

  private static TsdbNode.Storage storage(StorageNode node) {
    return new TsdbNode.Storage(of(0), ABSENT, of(node.disk().writeSeconds()), ABSENT);
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }
}
