/**
 * What is measured: the logs of job, Flink and database, and the windows that average them. Begin
 * with {@link SystemUnderTest} and {@link Window}.
 */
package io.tidemark.measure;
