/**
 * One closed queueing network, fitted to everything that a search or a watch observed, with its
 * uncertainty. A cause's probability is the share of the posterior in which its remedy gains
 * enough. Pure: numbers in, numbers out; a seed makes it repeatable. Begin with {@link
 * io.tidemark.model.Signal} for what is fitted, {@link Network} for the equations and {@link
 * Posterior} for the result.
 */
package io.tidemark.model;
