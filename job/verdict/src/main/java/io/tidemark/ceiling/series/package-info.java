/**
 * How many series a database carries, and what new ones cost. Begin with {@link
 * io.tidemark.ceiling.series.SeriesCurve}.
 */
package io.tidemark.ceiling.series;
