/**
 * RRDcached, the daemon that writes RRD files. Begin with {@link
 * io.tidemark.sink.rrdcached.Rrdcached}.
 */
package io.tidemark.sink.rrdcached;
