# What RRDcached, the server that target.type=rrdcached starts, needs of this machine. Sourced by deploy/tools/machine.sh.

packages="$packages
rrdcached rrdcached rrdtool rrdtool"
unpacked_rrdcached=$servers/rrdcached

# Exports TIDEMARK_RRDCACHED, the program, if it was unpacked here; what is installed the program finds itself.
have_rrdcached() {
  [ -z "${TIDEMARK_RRDCACHED:-}" ] || return 0
  have rrdcached || {
    [ -x "$unpacked_rrdcached/usr/bin/rrdcached" ] && export TIDEMARK_RRDCACHED=$unpacked_rrdcached/usr/bin/rrdcached
  }
}

about_rrdcached() { if have apt-get; then unpacked RRDcached "$unpacked_rrdcached"; else by_package RRDcached rrdcached; fi; }

need_rrdcached() {
  have_rrdcached && return
  if have apt-get; then
    unpack RRDcached "$unpacked_rrdcached" server_packages rrdcached
  else
    install RRDcached rrdcached
  fi
  have_rrdcached || fail "no rrdcached in the package: set TIDEMARK_RRDCACHED"
}
