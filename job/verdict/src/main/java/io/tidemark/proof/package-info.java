/** What windows of one plateau show together, and changes at it; what those make of a verdict. */
package io.tidemark.proof;
