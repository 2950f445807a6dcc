# What Ignite, the server that target.type=ignite starts, needs of this machine. Sourced by deploy/tools/machine.sh.

ignite_jars=$cache/ignite-3.1.0

# Of all its jars: "sha256sum *.jar | sha256sum" in their folder, in the C locale.
ignite_hash=5867a4fb30637822caa61616feba914f050aa93c3b8a115122d8e6454eb59fae

# Exports TIDEMARK_IGNITE, a folder with the jars of an Ignite's server, if they were fetched.
have_ignite() {
  [ -z "${TIDEMARK_IGNITE:-}" ] || return 0
  [ -d "$ignite_jars" ] && export TIDEMARK_IGNITE=$ignite_jars
}

about_ignite() { echo "Ignite: its jars, from Maven, into $ignite_jars"; }

need_ignite() {
  have_ignite && return
  granted "$(about_ignite)"
  need_java
  need_maven
  say "getting Ignite's jars from Maven into $ignite_jars"
  local work hash
  mkdir -p "$cache"
  work=$(mktemp -d "$ignite_jars.XXXXXX")
  mvn -B -C -q -f "$root/sinks/ignite/server.pom.xml" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$work" >"$cache/ignite.log" 2>&1 || {
    rm -rf "$work"
    fail "Maven could not get Ignite's jars (log: $cache/ignite.log)"
  }
  hash=$(export LC_ALL=C && cd "$work" && sha256sum -- *.jar | sha256sum)
  [ "${hash%% *}" = "$ignite_hash" ] || {
    rm -rf "$work"
    fail "Ignite's jars are not those that are known: ${hash%% *}, not $ignite_hash"
  }
  # Whoever was first has it.
  mv -T "$work" "$ignite_jars" 2>/dev/null || rm -rf "$work"
  have_ignite || fail "no $ignite_jars after getting it: set TIDEMARK_IGNITE"
}
