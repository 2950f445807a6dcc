/**
 * The search for a ceiling: raises the load in steps, verifies the plateau and tests the cause.
 * Begin with {@code CeilingSearch}; {@link Ceiling} starts what it needs.
 */
package io.tidemark.search;
