/**
 * MySQL and MariaDB, written by multi-row inserts. Begin with {@link io.tidemark.sink.mysql.MySql}.
 */
package io.tidemark.sink.mysql;
