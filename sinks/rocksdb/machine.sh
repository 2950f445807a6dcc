# What the server that target.type=rocksdb starts needs of this machine: RocksDB's library, from Maven. Sourced by deploy/tools/machine.sh.

rocksdb_version=10.2.1
rocksdb_hash=4358a08bb96652dca35247137ec42db26e6b71f0a02633a3d7508cf2971f2f8b
rocksdb_folder=$cache/rocksdb-$rocksdb_version
rocksdb_jar=$rocksdb_folder/rocksdbjni-$rocksdb_version.jar

# Exports TIDEMARK_ROCKSDB, the jar.
have_rocksdb() {
  [ -z "${TIDEMARK_ROCKSDB:-}" ] || return 0
  [ -r "$rocksdb_jar" ] && export TIDEMARK_ROCKSDB=$rocksdb_jar
}

about_rocksdb() { echo "RocksDB: its jar, from Maven, into $rocksdb_folder"; }

need_rocksdb() {
  have_rocksdb && return
  granted "$(about_rocksdb)"
  need_maven
  say "getting RocksDB $rocksdb_version from Maven into $rocksdb_folder"
  local part
  mkdir -p "$cache"
  part=$(mktemp -d "$rocksdb_folder.XXXXXX")
  mvn -q -B -C org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact="org.rocksdb:rocksdbjni:$rocksdb_version" -DoutputDirectory="$part" >"$cache/rocksdb.log" 2>&1 || {
    rm -rf "$part"
    fail "Maven could not get RocksDB (log: $cache/rocksdb.log)"
  }
  echo "$rocksdb_hash  $part/${rocksdb_jar##*/}" | sha256sum -c --status || {
    rm -rf "$part"
    fail "RocksDB's jar is not the one that is known"
  }
  # Whoever was first has it.
  mv -T "$part" "$rocksdb_folder" 2>/dev/null || rm -rf "$part"
  have_rocksdb || fail "no $rocksdb_jar after getting it: set TIDEMARK_ROCKSDB"
}
