# `tidemark check`: what can be told in a minute, without a real part. To be sourced after machine.sh, build.sh and changes.sh.
#
# One Maven compiles all and runs tests: those of pages and architecture (deploy/cli, package architecture), and the unit tests of
# the modules that changed. Another one looks at the format meanwhile. What both say becomes findings in a program of its own, which
# takes a second to compile and does not need the rest to compile: deploy/testing, package testing.check.

checked=$root/.tidemark/check
check_sources=$root/deploy/testing/src/test/java/io/tidemark/testing/check
architecture=deploy/cli/src/test/java/io/tidemark/architecture

run_check() {
  local base='' all='' fix='' what modules
  while [ $# -gt 0 ]; do
    case $1 in
      --base)
        [ $# -ge 2 ] && [ -n "$2" ] || fail "--base needs a commit, a branch or a tag"
        base=$2 && shift ;;
      --base=?*) base=${1#--base=} ;;
      --all) all=1 ;;
      --fix) fix=1 ;;
      -h | --help) check_usage && return ;;
      *) check_usage >&2 && fail "check does not know $1" ;;
    esac
    shift
  done
  [ -z "$all" ] || [ -z "$base" ] || fail "--all takes all modules, so there is nothing for --base to say"
  what=${base:-the last two days}
  [ -n "$all" ] || base=$(base_commit "$base") || exit 2
  require java maven
  mkdir -p "$checked"
  exec 9>"$root/.tidemark/build.lock"
  if have flock && ! flock -n 9; then
    say "waiting for another build of this folder"
    flock 9
  fi
  compile_check
  [ -z "$fix" ] || mend
  if [ -n "$all" ]; then modules=$(all_modules); else modules=$(changed_files "$base" | modules_of); fi
  say "checking (log: $checked/build.log)"
  find "$checked" -maxdepth 1 -type f -delete
  touch "$checked/started" "$checked/left-out"
  [ -z "$all" ] || rm -rf "$checked/passed"
  # What passed with the very sources that are here now says nothing new.
  check_program PassedModules "$root" "$checked" $modules >"$checked/tested"
  { test_classes "$architecture"; unit_tests "$(cat "$checked/tested")" "$all" "$base"; } | sort -u >"$checked/classes"
  run builds "$modules"
  findings "$modules" "$all" "$what"
}

check_usage() {
  cat <<'END'
usage: ./tidemark check [--base REF | --all] [--fix]
  --base REF   unit tests of the modules that differ from where REF and this branch parted; else: from two days ago
  --all        unit tests of all modules
  --fix        first mends format and long lines of pages
Unit tests with the tag "seconds" run only where their module has changes that are not committed.
Prints a line for each finding. Returns 0 without any, 1 with some, 2 if it was called wrongly.
END
}

all_modules() { sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$root/pom.xml"; }

# test_classes FOLDER [brief]: names of the classes with unit tests below it. Brief is without those that carry the tag of tests that
# take seconds; they are listed in a file.
test_classes() {
  local file
  [ -d "$root/$1" ] || return 0
  (cd "$root" && find "$1" -name '*Test.java' -print0) | while IFS= read -r -d '' file; do
    grep -q "abstract class $(basename "$file" .java)\b" "$root/$file" && continue
    if [ "${2:-}" = brief ] && grep -q '^@Tag("seconds")' "$root/$file"; then
      echo "$file" >>"$checked/left-out"
    else
      class_of "$file"
    fi
  done
}

class_of() {
  local name=${1#*/src/test/java/}
  name=${name%.java}
  echo "${name//\//.}"
}

# unit_tests MODULES ALL BASE: those of modules, and those that read a file that changed and is no module's, such as a page. Tests that
# take seconds are for who works on their module.
unit_tests() {
  local module file edited
  edited=$(changed_files HEAD 2>/dev/null | modules_of)
  [ -z "$2" ] || edited=$1
  for module in $1; do
    case " ${edited//$'\n'/ } " in
      *" $module "*) test_classes "$module/src/test/java" ;;
      *) test_classes "$module/src/test/java" brief ;;
    esac
  done
  [ -z "$2" ] || return 0
  changed_files "$3" | while IFS= read -r -d '' file; do
    case $file in */src/*) continue ;; esac
    { grep -rlF --include='*Test.java' -- "${file##*/}\"" "$root"/{sinks,job,savepoints,deploy}/*/src/test/java || true; } |
      while IFS= read -r file; do class_of "$file"; done
  done
}

# The program that reads logs and reports: anew when its sources are.
compile_check() {
  local classes=$checked/program
  [ -e "$classes/built" ] && [ -z "$(find "$check_sources" -newer "$classes/built" -print -quit)" ] && return
  rm -rf "$classes"
  mkdir -p "$classes"
  touch "$classes/started"
  find "$check_sources" -name '*.java' ! -name '*Test.java' -exec "$JAVA_HOME/bin/javac" -d "$classes" {} + ||
    fail "what reads the findings does not compile: mend $check_sources"
  mv "$classes/started" "$classes/built"
}

check_program() {
  local name=$1
  shift
  "$java" -XX:TieredStopAtLevel=1 -cp "$checked/program" "io.tidemark.testing.check.$name" "$@"
}

mend() {
  local page
  say "mending format and pages"
  run maven -T2 -fn -q spotless:apply >"$checked/mend.log" 2>&1 || true
  check_program Rewrap "$root" | while IFS= read -r page; do say "rewrapped $page"; done
}

# builds MODULES: both at once. They end with the group that they are in, and this waits for them.
builds() {
  local needed=()
  # A change may break whatever knows its module; without one only what the rules look at is needed.
  [ -n "$1" ] || needed=(-pl deploy/cli -am)
  trap 'wait; exit 143' TERM
  logged format -fn spotless:check &
  logged build -T2 -fae test ${needed[@]+"${needed[@]}"} -Dspotless.check.skip=true -Dmaven.test.failure.ignore=true \
    -Danalyze.skip=false -Dsurefire.failIfNoSpecifiedTests=false "-Dtest=$(paste -sd, "$checked/classes")" &
  wait
}

# logged NAME [maven argument...]: keeps its log and its exit code.
logged() {
  local name=$1 status=0
  shift
  # Ends when its Maven has, not before.
  trap : TERM
  (maven "$@") >"$checked/$name.log" 2>&1 || status=$?
  echo "$status" >"$checked/$name.status"
}

# findings MODULES ALL WHAT: prints them, and what was checked.
findings() {
  local found status=0 count=0 modules all=$2 what=$3 classes rules tests left same
  found=$(check_program CheckedBuild "$root" "$checked") || status=$?
  [ "$status" -le 1 ] || fail "what reads the findings failed: read $checked/build.log"
  if [ -n "$found" ]; then
    printf '%s\n' "$found"
    count=$(wc -l <<<"$found")
  fi
  modules=$(wc -w <<<"$1")
  classes=$(wc -l <"$checked/classes")
  rules=$(test_classes "$architecture" | wc -l)
  left=$(wc -l <"$checked/not-run")
  case $((modules)) in
    0) tests="$((classes - rules)) test classes, for no module has changed" ;;
    1) tests='the unit tests of 1 module' ;;
    *) tests="the unit tests of $((modules)) modules" ;;
  esac
  [ -n "$all" ] || tests="$tests against $what"
  same=$((modules - $(wc -l <"$checked/tested")))
  [ "$same" = 0 ] || tests="$tests, $same of which passed before with the same sources"
  [ ! -s "$checked/left-out" ] || tests="$tests, without $(($(wc -l <"$checked/left-out"))) classes that take seconds each"
  case $((count)) in 0) count='no findings' ;; 1) count='1 finding' ;; *) count="$((count)) findings" ;; esac
  rules='pages, links, names, architecture, configuration pages'
  if [ -n "$(test_classes "$architecture" | grep -xFf "$checked/not-run")" ]; then
    rules="not $rules"
    count="$count; something does not compile"
  fi
  [ "$((left))" = 0 ] || tests="$tests, without $((left)) of their $((classes)) classes"
  echo "checked format, $rules and $tests in $SECONDS s: $count"
  return "$status"
}
