/** OpenTSDB, written over HTTP or telnet. Begin with {@link OpenTsdb}. */
package io.tidemark.sink.opentsdb;
