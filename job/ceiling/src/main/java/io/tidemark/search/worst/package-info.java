/**
 * Events that happen to a database while a rate is held: what makes them and how they are undone.
 * Begin with {@link Event}.
 */
package io.tidemark.search.worst;
