# Builds the command line when its sources are newer than the last build. To be sourced after machine.sh, with root set; module
# may name another module, which is built with it.

. "$root/deploy/tools/launch.sh"

module=${module:-deploy/cli}
stamp=$root/$module/target/built
build_log=$root/.tidemark/build.log

# The text of a property in the parent pom.
pom_property() { sed -n "s:.*<$1>\(.*\)</$1>.*:\1:p" "$root/pom.xml"; }
source_version() { sed -n '/<artifactId>tidemark<\/artifactId>/{n;s:.*<version>\(.*\)</version>.*:\1:p;}' "$root/pom.xml"; }
add_opens() { pom_property flink.add-opens; }

# Date and short name of the commit that the sources are of, if they are known. A copy made by "git archive" carries them in a file.
commit() {
  [ -e "$root/.git" ] && git -C "$root" log -1 --format='%cI %h' 2>/dev/null || sed -n '/^2/p' "$root/deploy/release/commit-date"
}
# When it was made: all dates in what is built.
commit_date() {
  local known
  known=$(commit)
  if [ -n "$known" ]; then echo "${known% *}"; else pom_property project.build.outputTimestamp; fi
}

# A folder's own time tells of files removed from it.
stale() {
  [ -e "$stamp" ] || return 0
  [ -n "$(find "$root/pom.xml" "$root"/{sinks,job,savepoints,deploy}/*/{pom.xml,src/main} "$root/$module"/{pom.xml,src/main} \
    "$root/docs/glossary.md" \
    "$root"/{deploy/testing,job/simulated}/src "$root/${module%/lab}/src/main" \
    -newer "$stamp" -print -quit 2>/dev/null)" ]
}

# Maven packs anew for tests, and an archive is of the very jars.
outdated_archive() { [ -e "$archive" ] && [ "$root/deploy/cli/target/tidemark.jar" -nt "$archive" ]; }

# Looks once: what is new then is not looked for again.
is_to_be_built() {
  [ -z "${TIDEMARK_SKIP_BUILD:-}" ] || return 1
  ! stale || return 0
  new=1
  return 1
}

build_if_stale() {
  [ -z "${TIDEMARK_SKIP_BUILD:-}" ] && { [ -z "${new:-}" ] && stale || outdated_archive; } || return 0
  mkdir -p "$root/.tidemark"
  # Maven inherits the lock, so it is held until the last writer is gone, even when this script is killed.
  exec 9>"$root/.tidemark/build.lock"
  if have flock && ! flock -n 9; then
    say "waiting for another build of this folder"
    run flock 9
  fi
  if stale; then
    build
  elif outdated_archive; then
    rm -f "$archive"
    archive_classes
  fi
  exec 9>&-
}

build() {
  need_maven
  say "building (the first time takes minutes; log: $build_log)"
  # The stamp carries the time of the start: what is edited during the build is built again.
  touch "$root/.tidemark/built"
  # Jars of older versions must go, and a running Tidemark keeps the deleted ones, where it would trip over rewritten ones.
  rm -rf "$root"/{deploy/cli,"$module"}/target/{built,lib,tidemark.jar,tidemark.jsa}
  # Benchmarks start their real parts with what tests have for that.
  local tests=-Dmaven.test.skip=true
  [ "$module" = deploy/cli ] || tests=-DskipTests
  run maven -pl "$module" -am package "$tests" -Dspotless.check.skip=true -q >"$build_log" 2>&1 || {
    # The rest of Maven's errors is about Maven.
    sed -n '/^\[ERROR\]/{/Help 1/q;p;}' "$build_log" | head -n 12 >&2
    say "the build failed (whole log: $build_log)"
    exit 1
  }
  archive_classes
  cp -p "$root/.tidemark/built" "$root/deploy/cli/target/built"
  mv "$root/.tidemark/built" "$stamp"
}

archive=$root/deploy/cli/target/tidemark.jsa
archive_classes() {
  local target=$root/deploy/cli/target
  have_victoria_metrics || true
  make_archive "$archive" "$(add_opens)" "$target/tidemark.jar:$target/lib/*" >>"$build_log" 2>&1
}

maven() {
  local date known
  date=$(commit_date) known=$(commit)
  # A Maven of minutes does not gain from being compiled for a long life: this takes a third of its CPU away.
  export MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${MAVEN_OPTS:-}"
  cd "$root" && exec mvn -B -ntp "-Dproject.build.outputTimestamp=$date" "-Dtidemark.commit=${known#* }" "$@"
}
