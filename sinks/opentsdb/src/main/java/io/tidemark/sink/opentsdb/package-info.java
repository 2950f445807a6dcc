/** OpenTSDB, written over HTTP or telnet. Begin with {@link io.tidemark.sink.opentsdb.OpenTsdb}. */
package io.tidemark.sink.opentsdb;
