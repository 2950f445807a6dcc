/** Reads the node_exporters of a database's hosts. Begin with {@link HostsProbe}. */
package io.tidemark.hosts;
