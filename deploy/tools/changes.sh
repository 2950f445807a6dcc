# Which files were changed lately. To be sourced with root set.

# changed_files [BASE]: paths from the root of what differs from BASE; without BASE of what the commits of the last two days
# touched. What is not committed is among them.
changed_files() {
  local git=(git -C "$root" -c core.quotepath=off)
  {
    if [ -n "${1:-}" ]; then
      "${git[@]}" diff --name-only "$1"
    else
      "${git[@]}" log --since='2 days ago' --name-only --format=
      "${git[@]}" diff --name-only HEAD
    fi
    "${git[@]}" ls-files --others --exclude-standard
  } | sed '/^$/d' | sort -u
}
