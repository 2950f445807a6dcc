/**
 * Reads the node_exporters of a database's hosts. Begin with {@link io.tidemark.hosts.HostsProbe}.
 */
package io.tidemark.hosts;
