# What MariaDB, the server that target.type=mysql starts, needs of this machine. Sourced by deploy/tools/machine.sh.

packages="$packages
mysql mariadb-server mariadb-server mariadb"
unpacked_mysql=$servers/mysql

# Exports TIDEMARK_MARIADB, the server's program, if it was unpacked here; what is installed the program finds itself.
have_mysql() {
  [ -z "${TIDEMARK_MARIADB:-}" ] || return 0
  have mariadbd || [ -x /usr/sbin/mariadbd ] || {
    [ -x "$unpacked_mysql/usr/sbin/mariadbd" ] && export TIDEMARK_MARIADB=$unpacked_mysql/usr/sbin/mariadbd
  }
}

about_mysql() { if have apt-get; then unpacked MariaDB "$unpacked_mysql"; else by_package MariaDB mysql; fi; }

need_mysql() {
  have_mysql && return
  if have apt-get; then
    unpack MariaDB "$unpacked_mysql" mariadb_packages mariadb-server-core
  else
    install MariaDB mysql
  fi
  have_mysql || fail "no MariaDB server in the package: set TIDEMARK_MARIADB"
}

# The server, MyRocks where this Debian has it, and their libraries; not the tools around them.
mariadb_packages() {
  server_packages "$1"
  [ -z "$(apt-cache policy mariadb-plugin-rocksdb)" ] || server_packages mariadb-plugin-rocksdb
}
