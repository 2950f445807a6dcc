# Which files and modules were changed. To be sourced after machine.sh, with root set.

# The commit from which changes count.
base_commit() {
  local head base
  head=$(git -C "$root" rev-parse --verify -q 'HEAD^{commit}' 2>/dev/null) ||
    fail "git can't tell here what has changed: run ./tidemark check --all"
  if [ -n "$1" ]; then
    base=$(git -C "$root" rev-parse --verify -q "$1^{commit}") || fail "there is no commit $1: fetch it, or name another with --base"
    # In a shallow clone it may not be known where the two parted.
    git -C "$root" merge-base "$base" HEAD 2>/dev/null || echo "$base"
    return
  fi
  base=$(git -C "$root" rev-list -1 --before='2 days ago' HEAD)
  # All commits are younger: from the first that is here, which of a whole history is nothing at all.
  if [ -z "$base" ]; then
    if [ "$(git -C "$root" rev-parse --is-shallow-repository)" = true ]; then
      base=$(git -C "$root" rev-list --max-parents=0 HEAD | tail -n 1)
    else
      base=$(git -C "$root" hash-object -t tree /dev/null)
    fi
  fi
  echo "${base:-$head}"
}

# Paths, each ended by a NUL: what differs from a commit, what is not committed, what git does not know yet.
changed_files() {
  git -C "$root" diff --name-only --relative --no-renames -z "$1" --
  git -C "$root" ls-files --others --exclude-standard -z
}

# Of each path on standard input the nearest folder upwards with a pom.xml, but for the root.
modules_of() {
  local file folder
  while IFS= read -r -d '' file; do
    folder=$file
    while [[ $folder == */* ]]; do
      folder=${folder%/*}
      if [ -e "$root/$folder/pom.xml" ]; then
        echo "$folder"
        break
      fi
    done
  done | sort -u
}
