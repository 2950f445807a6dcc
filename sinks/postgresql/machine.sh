# What PostgreSQL needs of this machine. Sourced by deploy/tools/machine.sh.

packages="$packages
postgresql postgresql postgresql-server postgresql"
unpacked_postgresql=$servers/postgresql

# Exports TIDEMARK_POSTGRESQL, the folder of its programs, if it was unpacked here; what is installed the program finds itself.
have_unpacked_postgresql() {
  local postgres
  for postgres in "$unpacked_postgresql"/usr/lib/postgresql/*/bin/postgres; do
    [ -x "$postgres" ] && [ -x "${postgres%/*}/initdb" ] || continue
    export TIDEMARK_POSTGRESQL=${postgres%/*}
    return 0
  done
  return 1
}

have_postgresql() {
  [ -z "${TIDEMARK_POSTGRESQL:-}" ] || return 0
  { have postgres && have initdb; } || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || have_unpacked_postgresql
}

about_postgresql() { if have apt-get; then unpacked PostgreSQL "$unpacked_postgresql"; else by_package PostgreSQL postgresql; fi; }

need_postgresql() {
  have_postgresql && return
  if have apt-get; then unpack_postgresql; else install PostgreSQL postgresql; fi
}

unpack_postgresql() {
  unpack PostgreSQL "$unpacked_postgresql" server_and_libraries postgresql
  have_unpacked_postgresql || fail "no PostgreSQL server in Debian's package: set TIDEMARK_POSTGRESQL"
}

# The server of this Debian, and those of its libraries that are not here, or older.
server_and_libraries() {
  local server
  server=$(apt-cache depends "$1" | sed -n 's/^ *Depends: \(postgresql-[0-9]*\)$/\1/p' | head -n 1)
  [ -n "$server" ] || return 1
  # Just-in-time compilation is off, and needs the largest of them.
  server_packages "$server" llvm
}

# TimescaleDB is built against the newest release of a version, and does not load into an older one.
have_newest_postgresql() {
  local server installed
  have_postgresql || return 1
  [ -z "${TIDEMARK_POSTGRESQL:-}" ] && have apt-get || return 0
  server=$(server_and_libraries postgresql | head -n 1)
  installed=$(dpkg-query -W -f='${Version}' "$server" 2>/dev/null || true)
  [ "$installed" = "$(apt-cache policy "$server" | sed -n 's/^ *Candidate: //p')" ] || have_unpacked_postgresql
}

about_newest_postgresql() { about_postgresql; }

need_newest_postgresql() {
  need_postgresql
  have_newest_postgresql || unpack_postgresql
}
