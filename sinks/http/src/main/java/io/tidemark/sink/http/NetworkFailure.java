package io.tidemark.sink.http;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.TlsFailure;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;

/** Says what it means that a call got no answer: mostly, that another try is worthwhile. */
final class NetworkFailure {
  private NetworkFailure() {}

  static ResponseClass outcome(Exception failure) {
    return TlsFailure.isRefusal(failure) ? ResponseClass.FATAL : ResponseClass.RETRY;
  }

  /** Returns the error as one bounded line. */
  static String error(Exception failure) {
    if (TlsFailure.isRefusal(failure)) {
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

  /**
   * Returns the deepest reason, because "PKIX path validation failed" by itself does not say that a
   * certificate has expired.
   */
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
