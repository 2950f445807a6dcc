package io.tidemark.sink.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.TargetConfig;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RocksDbOptionsTest {
  @Test
  void writesNarrowRowsByDefault() {
    assertThat(RocksDbOptions.headers(TargetConfig.of("rocksdb")))
        .containsEntry("X-Table", "samples")
        .containsEntry("X-Table-Options", "")
        .containsEntry("X-Shape", "rows")
        .containsEntry("X-Value-Bytes", "8")
        .containsEntry("X-Index", "false")
        .containsEntry("X-Sync", "false");
    assertThat(RocksDbOptions.problems(new TreeMap<>())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "table, Samples",
    "table, ''",
    "table, a-b",
    "value-bytes, 7",
    "value-bytes, 1048577",
    "table-options, enable_blob_files",
    "table-options, 'a=b\nX-Sync: true'"
  })
  void refusesWhatCanNotBe(String name, String value) {
    var options = new TreeMap<String, String>();
    options.put(name, value);
    assertThat(RocksDbOptions.problems(options)).containsOnlyKeys(name);
  }

  @Test
  void needsRoomForWhatAKeyAtRandomDoesNotHold() {
    var options = new TreeMap<String, String>();
    options.put("shape", "case");
    assertThat(RocksDbOptions.problems(options)).containsOnlyKeys("value-bytes");
    options.put("value-bytes", "24");
    assertThat(RocksDbOptions.problems(options)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "enable-blob-files, true, enable_blob_files=true",
    "min-blob-size, 1024, min_blob_size=1024",
    "enable-blob-garbage-collection, true, enable_blob_garbage_collection=true",
    "num-levels, 4, num_levels=4",
    "compression, none, compression=kNoCompression",
    "compression, zstd, compression=kZSTD",
    "auto-compactions, false, disable_auto_compactions=true",
    "table-options, write_buffer_size=9, write_buffer_size=9"
  })
  void saysItInRocksDbsWords(String name, String value, String words) {
    var options = new TreeMap<String, String>();
    options.put(name, value);
    assertThat(RocksDbOptions.tableOptions(options)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "enable_blob_files=true",
    "enable_blob_files=true;min_blob_size=1024;",
    "compression=kLZ4Compression;compression_per_level=kNoCompression:kLZ4Compression"
  })
  void takesRocksDbsOwnWords(String text) {
    var options = new TreeMap<String, String>();
    options.put("table-options", text);
    assertThat(RocksDbOptions.problems(options)).isEmpty();
  }
}
