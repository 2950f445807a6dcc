/** How far a search goes: what it raises until that is too much, and the time that it has. */
package io.tidemark.extent;
