/** Asks the database while it is written to. */
package io.tidemark.readers;
