package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;
import io.tidemark.sink.TargetConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/** A session cluster whose REST address this process reaches as it is. */
public record RestAddress(URI rest) implements Cluster, Route {
  /**
   * @param url such as http://127.0.0.1:8081; http where it has no scheme
   */
  public static RestAddress parse(String url) {
    try {
      URI address = new URI(url.contains("://") ? url : "http://" + url);
      if (address.getHost() != null && address.getRawUserInfo() == null) {
        return new RestAddress(address);
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw new ConfigException("--cluster: expected an address such as http://127.0.0.1:8081");
  }

  @Override
  public String name() {
    return "--cluster " + rest;
  }

  @Override
  public String address() {
    return rest.toString();
  }

  @Override
  public Route open(int slots) {
    return this;
  }

  @Override
  public boolean isLocal() {
    try {
      return InetAddress.getByName(rest.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public TargetConfig reachable(TargetConfig target) {
    return target;
  }

  @Override
  public String readable(String savepoint) {
    return savepoint;
  }

  @Override
  public void close() {}
}
