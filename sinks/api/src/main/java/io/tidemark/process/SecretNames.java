package io.tidemark.process;

import java.util.regex.Pattern;

/** Tells by the names of settings whether their values are secret. */
public final class SecretNames {
  private static final String WORDS = "pass(?:word|wd|phrase)|secret|jaas|token|credential";

  private static final Pattern SECRET =
      Pattern.compile(WORDS + "|keystore\\.key", Pattern.CASE_INSENSITIVE);

  private static final Pattern SUSPICIOUS =
      Pattern.compile(
          WORDS
              + "|pass|key|auth|cred|bearer|user|header|oauth|sign|cert|tls|licen|cookie|dsn"
              + "|://[^/\\s]*@",
          Pattern.CASE_INSENSITIVE);

  private SecretNames() {}

  /** Tells whether a setting of this name holds a secret. */
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).find();
  }

  /**
   * Tells whether a name or a value may have to do with a secret, so that others had better not see
   * it.
   */
  public static boolean isSuspicious(String text) {
    return SUSPICIOUS.matcher(text).find();
  }
}
