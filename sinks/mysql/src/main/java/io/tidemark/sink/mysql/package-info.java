/** MySQL and MariaDB, written by multi-row inserts. Begin with {@link MySql}. */
package io.tidemark.sink.mysql;
