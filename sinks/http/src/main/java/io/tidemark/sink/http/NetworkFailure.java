package io.tidemark.sink.http;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.ErrorText;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** What it means that a call got no answer: mostly that it is worth another try. */
final class NetworkFailure {
  /** httpcore's own text for a connection that ended during the handshake: no refusal. */
  private static final String CLOSED_IN_HANDSHAKE = "TLS handshake failed";

  private NetworkFailure() {}

  static ResponseClass outcome(Exception failure) {
    return isTlsRefusal(failure) ? ResponseClass.FATAL : ResponseClass.RETRY;
  }

  /** One line, bounded. */
  static String error(Exception failure) {
    if (isTlsRefusal(failure)) {
      return ErrorText.of(
          "TLS: %s; check target.tls.ca-file, target.tls.certificate-file if the server asks for one, the certificate's names and dates, and target.urls"
              .formatted(deepestReason(failure)));
    }
    if (failure instanceof UnknownHostException) {
      return "unknown host";
    }
    String message = failure.getMessage();
    return ErrorText.of(message == null ? failure.getClass().getSimpleName() : message);
  }

  private static boolean isTlsRefusal(Exception failure) {
    if (failure instanceof SSLHandshakeException || failure instanceof SSLPeerUnverifiedException) {
      return !CLOSED_IN_HANDSHAKE.equals(failure.getMessage());
    }
    return failure instanceof SSLException && isNotTls(failure);
  }

  /** What JSSE's engine says when the first bytes of the answer are no TLS record. */
  private static boolean isNotTls(Exception failure) {
    return String.valueOf(failure.getMessage()).contains("nrecognized SSL message");
  }

  /** "PKIX path validation failed" alone does not say that a certificate has expired. */
  private static String deepestReason(Throwable failure) {
    Throwable reason = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException || cause instanceof SSLException) {
        reason = cause;
      }
    }
    String name = reason.getClass().getSimpleName();
    return reason.getMessage() == null ? name : name + ": " + reason.getMessage();
  }
}
