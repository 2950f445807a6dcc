/**
 * How far a search goes: the time that it has, and the largest amount that is still carried. Begin
 * with {@link SearchClock}.
 */
package io.tidemark.extent;
