# `tidemark test --long [SECONDS]`: of the classes that take minutes, those that guard what was changed lately, and of the others a
# third in turn, another one each day; as many as fit into the time. It says which run, which do not, and why. To be sourced after
# test.sh and changes.sh.

# A class says what it guards beside its own module: @Tag("guards:savepoints/ab").
long_class_files() { (cd "$root" && grep -rl '@Tag("slow")' --include='*IT.java' sinks job savepoints deploy benchmarks | LC_ALL=C sort); }

# What a class took when the table of times.md was made; two minutes where it is not in it.
usual_seconds() {
  local seconds
  seconds=$(sed -n "s/^| \`$1\` |[^|]*| *\([0-9]*\) |$/\1/p" "$root/deploy/tools/times.md")
  echo "${seconds:-120}"
}

# The paths that a class guards: what it names, else its module; and always itself.
guarded() {
  local paths
  paths=$(grep -o '@Tag("guards:[^"]*")' "$root/$1" | sed 's/.*guards:\(.*\)")/\1/' || true)
  printf '%s\n' "$1" ${paths:-"${1%%/src/*}"}
}

# Prints the first changed file that one of the paths holds. Pages and results of benchmarks change no behaviour.
first_change() {
  local path file paths
  # Read to its end: who writes it must not meet a closed pipe.
  paths=$(cat)
  for path in $paths; do
    for file in $changed; do
      case $file in *.md | */results/*) ;; "$path" | "$path"/*) echo "$file"; return ;; esac
    done
  done
}

run_long_tests() {
  local left=${1:-1200} day=$(($(date +%s) / 86400)) number=0 changed file class seconds why run=() modules=()
  changed=$(changed_files "$(base_commit '')" | tr '\0' '\n')
  # Where more was changed than fits, those go first whose turn it is, so that none is left out for ever.
  local first=() second=() third=() turn line
  while read -r file; do
    why=$(guarded "$file" | first_change)
    number=$((number + 1))
    class=${file##*/} class=${class%.java}
    turn=$(((number + day) % 3))
    case $turn:$why in
      0:) third+=("$file $class turn") ;;
      0:*) first+=("$file $class changed:$why") ;;
      *:) say "does not run today: $class (nothing that it guards was changed; its turn is in $((3 - turn)) day(s))" ;;
      *) second+=("$file $class changed:$why") ;;
    esac
  done < <(long_class_files)
  for line in ${first[@]+"${first[@]}"} ${second[@]+"${second[@]}"} ${third[@]+"${third[@]}"}; do
    read -r file class why <<<"$line"
    seconds=$(usual_seconds "$class")
    if [ "$seconds" -gt "$left" ]; then
      say "does not run for want of time: $class ($seconds s usually, $left s are left)"
      continue
    fi
    left=$((left - seconds))
    case $why in turn) say "runs in its turn: $class" ;; *) say "runs: $class (${why#changed:} was changed)" ;; esac
    run+=("$class") modules+=("${file%%/src/*}")
  done
  [ ${#run[@]} -gt 0 ] || { say "no class that takes minutes runs today"; return 0; }
  run_tests -pl "$(printf '%s\n' "${modules[@]}" | sort -u | paste -sd,)" -am -Dtest=none "-Dit.test=$(printf '%s\n' "${run[@]}" | paste -sd,)"
}
