# Helm as users have it: on the PATH, else built with go. To be sourced after machine.sh.

helm_version=3.22.0
helm_built=$cache/helm-$helm_version

# Sets helm.
have_helm() {
  local candidate
  for candidate in "${TIDEMARK_TEST_HELM:-}" helm "$helm_built/helm"; do
    [ -n "$candidate" ] && have "$candidate" || continue
    helm=$(command -v "$candidate")
    return 0
  done
  return 1
}

about_helm() { echo "Helm $helm_version: built with go, into $helm_built"; }

# Fails where there is no go.
need_helm() {
  have_helm && return
  have go || return 1
  granted "$(about_helm)"
  say "building Helm $helm_version (the first time takes minutes)"
  mkdir -p "$cache"
  run env GOBIN="$helm_built" CGO_ENABLED=0 GOFLAGS=-trimpath go install -ldflags '-s -w' "helm.sh/helm/v3/cmd/helm@v$helm_version" >"$cache/helm.log" 2>&1 || return 1
  have_helm
}
