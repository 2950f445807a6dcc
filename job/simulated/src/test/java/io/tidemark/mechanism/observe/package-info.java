/**
 * The second simulator as a search or a watch sees it: raw counters, metrics pages a second old,
 * Flink's times as old as a cluster lets them be.
 */
package io.tidemark.mechanism.observe;
