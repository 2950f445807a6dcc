package io.tidemark.sink.mysql;

import java.util.Map;

/** MariaDB as it comes: tables of InnoDB. */
class InnoDbContractIT extends MySqlContract {
  @Override
  Map<String, String> options() {
    return Map.of();
  }
}
