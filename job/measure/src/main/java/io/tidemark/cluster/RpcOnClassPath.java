package io.tidemark.cluster;

import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;

/**
 * Flink's RPC from the class path, where the build has put what Flink ships as a jar in a jar.
 * Flink's own loader writes that out to a file and loads it with a class loader of its own, at each
 * start, so that no archive of classes can hold it. Where it is not on the class path, as in tests,
 * Flink's own loader is next.
 */
public final class RpcOnClassPath implements RpcSystemLoader {
  /** Flink's own has 0. */
  private static final int FIRST = 1;

  @Override
  public int getLoadPriority() {
    return FIRST;
  }

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    return ServiceLoader.load(RpcSystem.class, RpcSystem.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> new RpcLoaderException("flink-rpc-akka.jar is not on the class path"));
  }
}
