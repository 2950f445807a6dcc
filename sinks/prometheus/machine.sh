# What Prometheus, the server that target.type=remote-write starts, needs of this machine. Sourced by deploy/tools/machine.sh.

packages="$packages
prometheus prometheus golang-github-prometheus prometheus
"
unpacked_prometheus=$cache/prometheus

# Exports TIDEMARK_PROMETHEUS, the program, if it was unpacked here; what is installed the program finds itself.
have_prometheus() {
  [ -z "${TIDEMARK_PROMETHEUS:-}" ] || return 0
  have prometheus || {
    [ -x "$unpacked_prometheus/usr/bin/prometheus" ] && export TIDEMARK_PROMETHEUS=$unpacked_prometheus/usr/bin/prometheus
  }
}

about_prometheus() { if have apt-get; then unpacked Prometheus "$unpacked_prometheus"; else by_package Prometheus prometheus; fi; }

# The Debian package is unpacked into the cache rather than installed: its system service never starts.
need_prometheus() {
  have_prometheus && return
  if have apt-get; then unpack Prometheus "$unpacked_prometheus" only_that prometheus; else install Prometheus prometheus; fi
  have_prometheus || fail "no prometheus in the package: set TIDEMARK_PROMETHEUS"
}
