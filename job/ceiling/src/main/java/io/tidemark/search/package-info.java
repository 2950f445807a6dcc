/**
 * Finding a ceiling: a job under observation, the windows of its steps, and the search that raises
 * the load until something is full.
 */
package io.tidemark.search;
