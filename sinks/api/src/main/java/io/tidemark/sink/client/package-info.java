/** What a database's client needs besides its protocol: threads, secrets, words of others. */
package io.tidemark.sink.client;
