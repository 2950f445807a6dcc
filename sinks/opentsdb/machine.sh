# What OpenTSDB, the server that target.type=opentsdb starts on an HBase of its own, needs of this machine. Sourced by
# deploy/tools/machine.sh.

opentsdb_jars=$cache/opentsdb-2.4.1-hbase-2.6.3

# Of all its jars: "sha256sum */*.jar | sha256sum" in their folder, in the C locale.
opentsdb_hash=d5bee537cf096c47ec923bd53feb8c3ae863e6b317240cbe22c0fec0fe4ee11f

# Exports TIDEMARK_OPENTSDB, a folder with the jars of an OpenTSDB in tsd and those of an HBase in hbase, if they were fetched.
have_opentsdb() {
  [ -z "${TIDEMARK_OPENTSDB:-}" ] || return 0
  [ -d "$opentsdb_jars" ] && export TIDEMARK_OPENTSDB=$opentsdb_jars
}

about_opentsdb() { echo "OpenTSDB and HBase: their jars, from Maven, into $opentsdb_jars"; }

need_opentsdb() {
  have_opentsdb && return
  granted "$(about_opentsdb)"
  need_java
  need_maven
  say "getting OpenTSDB's and HBase's jars from Maven into $opentsdb_jars"
  local work part hash
  mkdir -p "$cache"
  work=$(mktemp -d "$opentsdb_jars.XXXXXX")
  for part in tsd hbase; do
    mvn -B -C -q -f "$root/sinks/opentsdb/$part.pom.xml" dependency:copy-dependencies -DincludeScope=runtime \
      -DoutputDirectory="$work/$part" >"$cache/opentsdb.log" 2>&1 || {
      rm -rf "$work"
      fail "Maven could not get OpenTSDB's jars (log: $cache/opentsdb.log)"
    }
  done
  hash=$(export LC_ALL=C && cd "$work" && sha256sum -- */*.jar | sha256sum)
  [ "${hash%% *}" = "$opentsdb_hash" ] || {
    rm -rf "$work"
    fail "OpenTSDB's jars are not those that are known: ${hash%% *}, not $opentsdb_hash"
  }
  # Whoever was first has it.
  mv -T "$work" "$opentsdb_jars" 2>/dev/null || rm -rf "$work"
  have_opentsdb || fail "no $opentsdb_jars after getting it: set TIDEMARK_OPENTSDB"
}
