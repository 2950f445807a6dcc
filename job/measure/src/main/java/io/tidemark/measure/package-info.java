/**
 * What is measured: the logs of job, Flink and database, and the windows that average them. Begin
 * with {@link io.tidemark.measure.SystemUnderTest} and {@link io.tidemark.measure.Window}.
 */
package io.tidemark.measure;
