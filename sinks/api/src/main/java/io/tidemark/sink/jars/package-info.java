/** In which jars the classes of a kind of database are, and its libraries. */
package io.tidemark.sink.jars;
