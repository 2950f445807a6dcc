package io.tidemark.sink;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.client.DatabaseServer;

/** A real database that is one server of this machine: what all of these have alike. */
public interface RealServer extends RealDatabase {
  DatabaseServer server();

  /** Returns the settings with which it is started again. */
  default Settings settings() {
    return Settings.DEFAULT;
  }

  /** Does nothing: what was acknowledged is on disk, in the server's log or in its files. */
  @Override
  default void settle() throws Exception {}

  @Override
  default void kill() {
    server().process().kill();
  }

  @Override
  default void startAgain() {
    Patience.startedAgain(server().url().toString(), () -> server().startAgain(settings()));
  }

  @Override
  default Runnable occupy() throws Exception {
    throw new UnsupportedOperationException("it lets all wait, and turns none away");
  }

  @Override
  default void close() {
    server().close();
  }
}
