/**
 * How many queries a database answers beside its writes. Begin with {@link
 * io.tidemark.queried.QueryCurve}.
 */
package io.tidemark.queried;
