# What Tidemark needs on this machine: found, else named, and got once the user says so. To be sourced.
#
# Of each part, have_PART looks for it and changes nothing, about_PART says in a line what it is and how it is got, need_PART gets it
# unless it is there. A script names all of its parts at once (require), so that the user is told and asked of all of them at once.
# Nothing is got without a yes: of --install (take_install), or of who sits at a terminal.

cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/tidemark

say() { printf 'tidemark: %s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }
have() { command -v "$1" >/dev/null 2>&1; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
can_be_root() { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }

# Runs a command so that Ctrl-C or a TERM to this script ends the command, with all it started, before the script.
run() {
  local status=0
  start_group "$@" </dev/null
  local child=$!
  trap 'stop_group '"$child"'; exit 130' INT
  trap 'stop_group '"$child"'; exit 143' TERM
  wait "$child" || status=$?
  trap - INT TERM
  return "$status"
}

# Starts a command in the background as a process group of its own; $! is its id.
start_group() {
  set -m
  (set +m; "$@") &
  set +m
}

# Whoever ends us waits for 20 s: what does not end by itself in 5 s, or until a second signal, is killed.
stop_group() {
  local until=$((SECONDS + 5))
  trap 'until=0' INT TERM
  kill -TERM -- "-$1" 2>/dev/null || true
  while kill -0 -- "-$1" 2>/dev/null && [ "$SECONDS" -lt "$until" ]; do sleep 0.1; done
  kill -KILL -- "-$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

# take_install ARGUMENT...: sets arguments to them without --install, wherever that stood: the user's yes, for what this starts, too.
take_install() {
  local argument
  command_line="$0$(printf ' %q' "$@")"
  [ $# -gt 0 ] || command_line=$0
  arguments=()
  for argument in "$@"; do
    if [ "$argument" = --install ]; then export TIDEMARK_INSTALL=1; else arguments+=("$argument"); fi
  done
}

# require PART...: gets those that are missing, if the user agrees; else ends with the list of all of them. Without a part that is
# written as ?PART it goes on, and says so.
require() {
  local part needed='' lines=()
  for part in "$@"; do
    "have_${part#\?}" && continue
    lines+=("$("about_${part#\?}")")
    case $part in \?*) ;; *) needed=1 ;; esac
  done
  [ -z "$needed" ] || granted "${lines[@]}"
  for part in "$@"; do
    case $part in
      \?*)
        part=${part#\?}
        { "have_$part" || [ -n "${TIDEMARK_INSTALL:-}" ]; } && "need_$part" || say "goes on without $("about_$part")" ;;
      *) "need_$part" ;;
    esac
  done
}

# granted LINE...: what gets something asks here first, with a line for each thing.
granted() {
  local answer=''
  [ -z "${TIDEMARK_INSTALL:-}" ] || return 0
  say "missing on this machine:"
  printf '  %s\n' "$@" >&2
  if [ -t 0 ] && [ -t 2 ]; then
    printf 'tidemark: get all of this? [y/N] ' >&2
    read -r answer || true
    case $answer in [yY]*) export TIDEMARK_INSTALL=1; return 0 ;; esac
    fail "nothing was installed, as you wish"
  fi
  fail "nobody can be asked here, and nothing was installed; to get all of this: ${command_line:-$0} --install"
}

# The first word of each line is what is needed, then its package under apt-get, dnf and brew; "-" where there is none.
packages='
java            default-jdk-headless  java-21-openjdk-devel  openjdk
maven           maven                 maven                  maven
docker          docker.io             moby-engine            -
compose         docker-compose        docker-compose         docker-compose
debootstrap     debootstrap           debootstrap            -
pip             python3-pip           python3-pip            python
chromium        chromium              chromium               chromium
chromedriver    chromium-driver       chromedriver           chromedriver
victoriametrics victoria-metrics      -                      victoriametrics
'

package_of() {
  local need apt dnf brew
  while read -r need apt dnf brew; do
    [ "$need" = "$1" ] || continue
    case $manager in apt-get) echo "$apt" ;; dnf) echo "$dnf" ;; brew) echo "$brew" ;; esac
  done <<<"$packages"
}

find_manager() {
  local name
  manager=''
  for name in apt-get dnf brew; do
    ! have "$name" || { manager=$name && return; }
  done
}

# by_package WHAT NEED...: the line of what a package has.
by_package() {
  local what=$1 manager need name names=''
  shift
  find_manager
  for need in "$@"; do
    name=$(package_of "$need")
    case $name in '' | -) echo "$what: no package of it is known here, put it on the PATH"; return ;; esac
    names="$names $name"
  done
  [ "$manager" = brew ] || [ "$(id -u)" = 0 ] || manager="sudo $manager"
  echo "$what: $manager install$names"
}

# install WHAT NEED...: says what is missing, and gets it or stops with the command that would.
install() {
  local what=$1 manager='' names='' need name sudo=sudo
  granted "$(by_package "$@")"
  shift
  find_manager
  for need in "$@"; do
    name=$(package_of "$need")
    [ -n "$name" ] && [ "$name" != - ] || fail "$what is missing and no package of it is known here: install it and put it on the PATH"
    names="$names $name"
  done
  [ "$manager" != brew ] || sudo=
  local command="${sudo:+sudo }$manager install -y$names"
  [ "$manager" != brew ] || command="brew install$names"
  [ -z "$sudo" ] || can_be_root || fail "$what is missing, and installing it needs root; run: $command"
  say "$what is missing: installing$names with $manager"
  mkdir -p "$cache"
  case $manager in
    apt-get) without_services apt_install $names ;;
    dnf) as_root dnf install -y -q $names ;;
    brew) brew install -q $names ;;
  esac >"$cache/install.log" 2>&1 || {
    tail -n 5 "$cache/install.log" >&2
    fail "$manager could not install$names (log: $cache/install.log); run: $command"
  }
}

apt_install() {
  local apt='env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300'
  # A fresh image has no package lists, and a stale list names packages that are gone.
  as_root $apt install --no-install-recommends "$@" || { as_root $apt update && as_root $apt install --no-install-recommends "$@"; }
}

# Debian starts a service as soon as its package is installed; policy-rc.d is its way to say no.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then "$@"; return; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  return "$status"
}

# Prints the version of a java binary; its release file is read first, because starting a JVM takes 40 times longer.
java_version() {
  local home line version=''
  home=$(readlink -f "$1") || return 1
  home=${home%/bin/java}
  if [ -r "$home/release" ]; then
    while read -r line; do case $line in JAVA_VERSION=*) version=${line#*\"} ;; esac; done <"$home/release"
  fi
  [ -n "$version" ] || version=$("$1" -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')
  echo "${version%\"*}"
}

java_major() {
  local version
  version=$(java_version "$1") || return 1
  version=${version%%[!0-9]*}
  echo "${version:-0}"
}

find_java() {
  local candidate
  for candidate in ${JAVA_HOME:+"$JAVA_HOME/bin/java"} "$(command -v java || true)" /usr/lib/jvm/*/bin/java /opt/homebrew/opt/openjdk/bin/java; do
    [ -x "$candidate" ] && [ "$(java_major "$candidate")" -ge 17 ] || continue
    java=$candidate
    return 0
  done
  return 1
}

have_pip() { python3 -m pip --version >/dev/null 2>&1; }
about_pip() { by_package "Python's pip" pip; }
need_pip() { have_pip || install "Python's pip" pip; }

have_java() { find_java; }
about_java() { by_package 'Java 17 or later' java; }
need_java() {
  find_java || { install 'Java 17 or later' java; find_java || fail "the installed Java is older than 17: install Java 17 or later and set JAVA_HOME"; }
}

# Asks Java itself, because what is on the PATH may be a script that only starts it.
export_java_home() {
  JAVA_HOME=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p')
  export JAVA_HOME
}

# The compiler as well. Without any Java it is that one's package that has it.
have_maven() { have mvn && { ! find_java || has_compiler; }; }
about_maven() {
  if have mvn; then by_package 'a Java compiler' java; elif ! find_java || has_compiler; then by_package Maven maven; else
    by_package 'Maven and a Java compiler' maven java
  fi
}
has_compiler() { [ -x "$(dirname "$(readlink -f "$java")")/javac" ] || { export_java_home && [ -x "$JAVA_HOME/bin/javac" ]; }; }

need_maven() {
  local version
  export_java_home
  [ -x "$JAVA_HOME/bin/javac" ] || { unset JAVA_HOME; install 'a Java compiler' java; find_java; export_java_home; }
  have mvn || install Maven maven
  version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  set -- ${version:-0 0}
  [ "$1" -gt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -ge 8 ]; } || fail "Maven $1.$2 is too old, Tidemark needs 3.8 or later: put a newer mvn on the PATH"
}

unpacked_victoria_metrics="$cache/victoria-metrics/usr/bin/victoria-metrics"

# Exports TIDEMARK_VICTORIA_METRICS if there is one, without fetching anything.
have_victoria_metrics() {
  local candidate
  for candidate in "${TIDEMARK_VICTORIA_METRICS:-}" victoria-metrics-prod victoria-metrics "$unpacked_victoria_metrics"; do
    [ -n "$candidate" ] && have "$candidate" || continue
    TIDEMARK_VICTORIA_METRICS=$(command -v "$candidate")
    export TIDEMARK_VICTORIA_METRICS
    return 0
  done
  return 1
}

about_victoria_metrics() {
  if have apt-get; then unpacked VictoriaMetrics "$cache/victoria-metrics"; else by_package VictoriaMetrics victoriametrics; fi
}

# The same, but gets it. The Debian package is unpacked into the cache rather than installed: that needs no root, and its system
# service never starts.
need_victoria_metrics() {
  have_victoria_metrics && return
  if have apt-get; then unpack_victoria_metrics; else install VictoriaMetrics victoriametrics; fi
  have_victoria_metrics || fail "VictoriaMetrics was installed but is not on the PATH: set TIDEMARK_VICTORIA_METRICS"
}

unpack_victoria_metrics() {
  unpack VictoriaMetrics "$cache/victoria-metrics" only_that victoria-metrics
}

# unpacked WHAT FOLDER: the line of what unpack gets.
unpacked() { echo "$1: its Debian package, unpacked into $2"; }

only_that() { echo "$1"; }

# unpack WHAT FOLDER PACKAGES NAME: the Debian packages that the function PACKAGES lists for NAME, not installed but unpacked.
unpack() {
  local what=$1 folder=$2 packages=$3 name=$4 work
  granted "$(unpacked "$what" "$folder")"
  say "unpacking Debian's $what into $folder"
  mkdir -p "$(dirname "$folder")"
  work=$(mktemp -d "$folder.XXXXXX")
  (
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    # apt as root hands downloads to a user of its own, who may not write here.
    download() { apt-get -q -o APT::Sandbox::User=root download $("$packages" "$name"); }
    # Without these lists apt knows no package; refreshing them is the one thing here that takes root.
    download >log 2>&1 || {
      can_be_root || fail "$what is missing, and apt's package lists don't name it; run: sudo apt-get update"
      as_root apt-get -q update >log 2>&1 && download >log 2>&1
    } || { tail -n 3 log >&2; fail "apt-get could not download $name; run: sudo apt-get install $name"; }
    for name in *.deb; do dpkg-deb -x "$name" root; done
    rm -rf "$folder"
    mv root "$folder"
  )
}

# A server runs as another user than root, who can't see into root's home.
servers=$cache
[ "$(id -u)" != 0 ] || servers=/var/cache/tidemark

# server_packages SERVER [PATTERN]: a package, and those of its libraries that are not here, or older, but for what PATTERN names.
server_packages() {
  echo "$1"
  apt-get -q -s install --no-install-recommends "$1" | sed -n 's/^Inst \(lib[^ ]*\) .*/\1/p' | grep -v -e perl -e "${2:-perl}" || true
}

# What a database needs is said beside it: have_TYPE finds it, and exports where it is; need_TYPE gets it.
databases=
for part in "${root:-/nowhere}"/sinks/*/machine.sh; do
  [ -r "$part" ] || continue
  . "$part"
  part=${part%/machine.sh}
  databases="$databases ${part##*/}"
done
