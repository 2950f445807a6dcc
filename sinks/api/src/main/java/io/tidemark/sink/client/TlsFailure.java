package io.tidemark.sink.client;

import java.io.EOFException;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Tells whether TLS was refused, which waiting does not mend, or whether the connection only ended
 * on the way, as it does when a server or a load balancer restarts.
 */
public final class TlsFailure {
  private static final int MAX_CAUSES = 20;

  /** httpcore's own text for a connection that ended during the handshake. */
  private static final String CLOSED_IN_HANDSHAKE = "TLS handshake failed";

  /** What JSSE says when the first bytes of the answer are no TLS record. */
  private static final String NOT_TLS = "nrecognized SSL message";

  private TlsFailure() {}

  /**
   * Tells whether TLS was refused, because of certificates, of protocols that both sides don't
   * share, or of a port that speaks no TLS.
   *
   * @param failure the failure with its causes
   */
  public static boolean isRefusal(Throwable failure) {
    List<Throwable> causes = causes(failure);
    if (causes.stream().anyMatch(TlsFailure::isOfCertificates)) {
      return true;
    }
    return causes.stream().noneMatch(TlsFailure::isEndOfConnection)
        && causes.stream().anyMatch(TlsFailure::isOfProtocol);
  }

  private static boolean isOfCertificates(Throwable cause) {
    return cause instanceof GeneralSecurityException || cause instanceof SSLPeerUnverifiedException;
  }

  /**
   * Tells whether the connection ended. JSSE has an {@link SSLHandshakeException} for that, too,
   * with the end as its cause.
   */
  private static boolean isEndOfConnection(Throwable cause) {
    return cause instanceof EOFException
        || cause instanceof SocketException
        || cause instanceof SSLException && CLOSED_IN_HANDSHAKE.equals(cause.getMessage());
  }

  private static boolean isOfProtocol(Throwable cause) {
    return cause instanceof SSLHandshakeException
        || cause instanceof SSLException && String.valueOf(cause.getMessage()).contains(NOT_TLS);
  }

  private static List<Throwable> causes(Throwable failure) {
    var causes = new ArrayList<Throwable>();
    Throwable cause = failure;
    // The number of causes is bounded, because they may form a circle.
    while (cause != null && causes.size() < MAX_CAUSES) {
      causes.add(cause);
      cause = cause.getCause();
    }
    return causes;
  }
}
