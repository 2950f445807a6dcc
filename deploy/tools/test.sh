# `tidemark test`: gets the real parts, runs every test, leaves nothing behind. To be sourced after machine.sh and build.sh.

. "$root/deploy/tools/engine.sh"
. "$root/deploy/tools/image.sh"
. "$root/deploy/tools/kafka.sh"
. "$root/deploy/tools/helm.sh"
. "$root/deploy/session/flink.sh"

run_tests() {
  local profiles=release seconds=900 seed=$RANDOM slow asked longer=() page='' began status=0
  if [ "${1:-}" = --summary ]; then
    [ $# -eq 2 ] || fail "--summary needs the time at which the tests began, in seconds since 1970"
    need_java
    test_summary "$2"
    return
  fi
  if [ "${1:-}" = --chaos ]; then
    shift
    case ${1:-} in [0-9]*) seconds=$1 && shift ;; esac
    if [ "${1:-}" = --seed ]; then
      [ $# -ge 2 ] || fail "--seed needs a number"
      seed=$2 && shift 2
    fi
    say "chaos for $seconds s; once more the same: ./tidemark test --chaos $seconds --seed $seed"
    set -- -pl deploy/cli -am -Dtest=none -Dit.test=ChaosIT "-Dtidemark.chaos.seconds=$seconds" "-Dtidemark.chaos.seed=$seed" "$@"
  fi
  case "${1:-}" in
    --all) shift; profiles=release,all longer=(-Dtidemark.all=true -Dtidemark.refused-seconds=300 -Dtidemark.jazzer-seconds=30 -Dtidemark.regress=true) ;;
    # One that is named is to run, however long it takes.
    *) case " $* " in *' -Dit.test='*) profiles=release,all ;; esac ;;
  esac
  if [ "${1:-}" = --table ]; then shift && page=$root/deploy/tools/times.md; fi
  began=$(date +%s)
  export TIDEMARK_TEST_RUN="$$-$began"
  # Of a build of everything the last test sees whether all ran that docs/contributing/fault-tests.md names.
  if [ $# -eq 0 ]; then
    export TIDEMARK_TEST_SINCE="$began" TIDEMARK_TEST_PROFILES=$profiles
  fi
  trap clean_up EXIT
  local parts=(java maven victoria_metrics prometheus newest_postgresql mysql rrdcached rocksdb kafka tested_flinks browser engine ?compose ?grafana_schema)
  # 140 MB each, for tests that take minutes, and scenarios of the ground truth by their names.
  for slow in opentsdb ignite; do
    asked="$profiles $*"
    case "${asked,,}" in
      *all*' -pl '*"$slow"* | *ground-truth=*"$slow"* | *ground-truth=all*) parts+=("$slow") ;;
      *all*' -pl '*) ;;
      *all*) parts+=("$slow") ;;
    esac
  done
  # For the chart of a release.
  [[ $profiles != *all* || ("$*" == *-Dit.test=* && "$*" != *Release*) ]] || ! { have_helm || have go; } || parts+=('?helm')
  require "${parts[@]}"
  ! have_helm || export TIDEMARK_TEST_HELM=$helm
  engine_up
  image_up
  # Failsafe adds to the summary it finds, and once red it would stay so.
  find "$root" -path '*/target/failsafe-reports/failsafe-summary.xml' -delete
  # Tests of the launcher take what this very build has made.
  export TIDEMARK_SKIP_BUILD=1
  find "$root" -path '*/target/test-events/*' -mmin +1440 -delete
  # Two modules at a time, each with two classes at a time, but for what measures: that runs when the host is quiet.
  [ "$profiles" != release ] || longer+=(-T2)
  # A single test named with -Dtest or -Dit.test is in one module and missing in the others.
  # With the profile "release", there is a bill of materials to pack into one.
  run maven verify "-P$profiles" -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
    ${image_args[@]+"${image_args[@]}"} ${longer[@]+"${longer[@]}"} $judged "$@" || status=$?
  test_summary "$began" ${page:+"$page"} || status=1
  return "$status"
}

# Maven runs what failed up to three times and goes on; test_summary decides what of that is red.
judged='-Dtest.reruns=2 -Dtest.judged-later=true'

# test_summary SINCE [PAGE]: what did not run, what passed only when it ran again, what is red; fails if something is.
test_summary() {
  local classes=$root/sinks/api/target/test-classes
  [ -e "$classes/io/tidemark/testrun/TestRunSummary.class" ] || { say "the tests can't be judged: sinks/api was not built"; return 1; }
  "$java" -cp "$classes" io.tidemark.testrun.TestRunSummary "$root" "$@"
}

have_tested_flinks() (flink_is_here && unset FLINK_HOME && use_flink "$(pom_property flink.newest.version)" && flink_is_here)
about_tested_flinks() { echo "$(about_flink); Flink $(pom_property flink.newest.version) beside it, unless it is there"; }
need_tested_flinks() { have_tested_flinks || run get_tested_flinks; }
get_tested_flinks() {
  need_flink
  # Not the FLINK_HOME of the version before.
  unset FLINK_HOME
  use_flink "$(pom_property flink.newest.version)"
  need_flink
}

# Reports are looked at in a real one.
have_browser() { have chromedriver && { have chromium || have chromium-browser || have google-chrome; }; }
about_browser() { by_package Chromium chromium chromedriver; }
need_browser() {
  have_browser || install Chromium chromium chromedriver
}

# Only deploy/compose's test asks for it, and says so where there is none.
have_compose() { docker compose version >/dev/null 2>&1 || have docker-compose; }
about_compose() { by_package 'Docker Compose' compose; }
need_compose() { have_compose || (install 'Docker Compose' compose) || true; }

# Grafana's own schema, of the version that deploy/compose has, and the compiler that knows how to read it.
grafana_version() { sed -n 's:.*image\: grafana/grafana\:::p' "$root/deploy/compose/compose.yaml"; }
# Without npm it can't be got, and its test says that it did not run.
have_grafana_schema() { [ -n "${TIDEMARK_TEST_GRAFANA_SCHEMA:-}" ] || [ -e "$cache/grafana-schema-$(grafana_version)" ] || ! have npm; }
about_grafana_schema() { echo "Grafana's schema: from npm, into $cache/grafana-schema-$(grafana_version)"; }
need_grafana_schema() { get_grafana_schema || say "the dashboards are not checked against Grafana's schema: npm could not get it"; }
get_grafana_schema() {
  local version folder
  [ -z "${TIDEMARK_TEST_GRAFANA_SCHEMA:-}" ] || return 0
  version=$(grafana_version)
  folder=$cache/grafana-schema-$version
  if [ ! -e "$folder" ]; then
    have npm || return 1
    granted "$(about_grafana_schema)"
    rm -rf "$folder.part"
    mkdir -p "$folder.part"
    run npm install --prefix "$folder.part" --ignore-scripts --no-audit --no-fund "@grafana/schema@$version" typescript@5.9.3 >"$cache/npm.log" 2>&1 || return 1
    mv "$folder.part" "$folder"
  fi
  export TIDEMARK_TEST_GRAFANA_SCHEMA=$folder
}

clean_up() {
  docker ps -aq --filter "label=io.tidemark.test-run=$TIDEMARK_TEST_RUN" 2>/dev/null | xargs -r docker rm -fv >/dev/null 2>&1 || true
  engine_down
}
