package io.tidemark.measure;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;

/** Whether a database runs on this machine, where it and the job take CPU from each other. */
public final class SharedHost {
  private SharedHost() {}

  public static boolean isHere(List<URI> urls) {
    return urls.stream().allMatch(SharedHost::isHere);
  }

  private static boolean isHere(URI url) {
    try {
      InetAddress address = InetAddress.getByName(url.getHost());
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }
}
