/**
 * One closed queueing network, fitted to everything that a search or a watch saw, with its
 * uncertainty. A cause's probability is the share of the posterior in which doubling that thing
 * gains enough. Pure: numbers in, numbers out; a seed makes it repeatable.
 */
package io.tidemark.model;
