/**
 * The real parts that a set-up consists of: databases, proxies, slow disks and lines. Begin with
 * {@code RunningParts}.
 */
package io.tidemark.benchmarks.lab.part;
