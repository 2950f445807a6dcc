# A Flink distribution: FLINK_HOME's, else one assembled in the cache from Flink's own Python packages. To be sourced
# after machine.sh and build.sh.

use_flink() {
  flink_version=$1
  flink_cached=$cache/flink-$1
}
use_flink "$(pom_property flink.version)"

# Sets FLINK_HOME, or fails.
flink_is_here() {
  local minor=${flink_version%.*} dist=''
  [ -z "${FLINK_HOME:-}" ] || dist=$(echo "$FLINK_HOME/lib/flink-dist-$minor".*.jar)
  [ ! -e "$dist" ] || return 0
  [ -x "$flink_cached/bin/flink" ] || return 1
  [ -z "${FLINK_HOME:-}" ] || say "FLINK_HOME=$FLINK_HOME holds no Flink $minor: taking $flink_cached"
  export FLINK_HOME=$flink_cached
}

have_flink() { flink_is_here; }
about_flink() {
  local pip=''
  have_pip || pip=", and $(about_pip)"
  echo "Flink $flink_version: from its Python packages (310 MB), into $flink_cached$pip"
}

need_flink() {
  flink_is_here && return
  granted "$(about_flink)"
  need_pip
  mkdir -p "$cache"
  exec 7>"$cache/flink.lock"
  ! have flock || flock 7
  [ -x "$flink_cached/bin/flink" ] || run assemble_flink
  exec 7>&-
  flink_is_here
}

# One package holds bin/ and conf/, the other the jars. The Python version and platform only name a wheel that exists:
# nothing of Python in it is used.
assemble_flink() (
  set -e
  say "downloading Flink $flink_version (310 MB) into $flink_cached"
  work=$(mktemp -d "$cache/flink.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 143' TERM
  python3 -m pip download -q --no-deps --no-cache-dir --disable-pip-version-check --only-binary=:all: --implementation cp \
    --python-version 3.11 --abi cp311 --abi none --platform manylinux2014_x86_64 --platform any -d "$work" \
    "apache-flink==$flink_version" "apache-flink-libraries==$flink_version" >"$cache/flink.log" 2>&1 || {
    tail -n 3 "$cache/flink.log" >&2
    fail "pip could not download apache-flink $flink_version (log: $cache/flink.log); unpack a Flink $flink_version yourself and set FLINK_HOME"
  }
  for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work"; done
  mkdir -p "$work/flink/log"
  mv "$work"/pyflink/{bin,conf,lib,plugins,licenses} "$work/flink"
  chmod +x "$work"/flink/bin/*.sh "$work/flink/bin/flink"
  rm -rf "$flink_cached"
  mv "$work/flink" "$flink_cached"
)
