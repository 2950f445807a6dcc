package io.tidemark.diagnose;

/** A page of metrics that becomes one to be shown, whatever it is. */
public final class PublicPageSubject {
  private PublicPageSubject() {}

  public static void read(byte[] page) {
    byte[] shown = new PublicPage(false).of(page);
    // What may be shown may be shown again.
    new PublicPage(false).of(shown);
    Role.of("p", page, false);
    Role.of("p", page, true);
  }
}
