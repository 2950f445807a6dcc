/** What changes at the plateau show, and what they make of a verdict. */
package io.tidemark.proof;
