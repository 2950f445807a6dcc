/** How a database is asked what it holds. */
package io.tidemark.sink.query;
