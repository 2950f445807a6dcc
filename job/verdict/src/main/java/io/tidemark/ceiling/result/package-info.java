/** What a search found. Begin with {@link io.tidemark.ceiling.result.CeilingResult}. */
package io.tidemark.ceiling.result;
