# What the server that target.type=rocksdb starts needs of this machine: RocksDB's library, from Maven. Sourced by deploy/tools/machine.sh.

rocksdb_version=10.2.1
rocksdb_jar=$cache/rocksdb/rocksdbjni-$rocksdb_version.jar

# Exports TIDEMARK_ROCKSDB, the jar.
have_rocksdb() {
  [ -z "${TIDEMARK_ROCKSDB:-}" ] || return 0
  [ -r "$rocksdb_jar" ] && export TIDEMARK_ROCKSDB=$rocksdb_jar
}

need_rocksdb() {
  have_rocksdb && return
  need_maven
  say "getting RocksDB $rocksdb_version from Maven into $cache/rocksdb"
  mkdir -p "$cache/rocksdb"
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact="org.rocksdb:rocksdbjni:$rocksdb_version" -DoutputDirectory="$cache/rocksdb" >"$cache/rocksdb.log" 2>&1 \
    || fail "Maven could not get RocksDB (log: $cache/rocksdb.log)"
  have_rocksdb || fail "no $rocksdb_jar after getting it: set TIDEMARK_ROCKSDB"
}
