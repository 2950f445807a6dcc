/**
 * What a database's client needs besides its protocol: connections with a thread each, TLS,
 * secrets, and errors in safe words. Begin with {@link SessionClient}.
 */
package io.tidemark.sink.client;
