# `tidemark test --kubernetes`: the tests on a real Kubernetes. To be sourced after test.sh.
#   KUBECONFIG                               a cluster of yours; what needs the Flink operator runs where it has one; or
#   TIDEMARK_TEST_KUBERNETES_KIT             a program that makes one: up IMAGE.tar..., image IMAGE.tar..., operator (ends with 3 where
#                                            it has none), kubectl, inside, env, down
#   TIDEMARK_KUBERNETES_CPU_SHARE            what pods ask for of the cores that they may use (with the kit a quarter, else all)
#   TIDEMARK_TEST_KUBERNETES_OPERATOR        with KUBECONFIG: yes, where the operator runs but can't be seen from this namespace
#   TIDEMARK_KUBERNETES_IMAGE                with KUBECONFIG: where its nodes get Tidemark's image from
#   TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE  with KUBECONFIG: VictoriaMetrics' image (the official one)
#   TIDEMARK_TEST_KUBERNETES_CLI_IMAGE       with KUBECONFIG: the command line's image; without it the Job that searches and the Deployment that watches do not run
#   TIDEMARK_TEST_KUBERNETES_S3_IMAGE        with KUBECONFIG: versitygw's image; without it S3 is not tried
#   TIDEMARK_TEST_S3_SERVER                  with the kit: versitygw (the PATH, else built with go)
#   TIDEMARK_TEST_HELM                       helm (the PATH, else built with go); without it the chart is not installed
#   TIDEMARK_TEST_KUBERNETES_NAMESPACE       where the operator looks (default)

run_kubernetes_tests() {
  # Not local: what ends the cluster runs when this function has returned.
  kit=${TIDEMARK_TEST_KUBERNETES_KIT:-$root/../shared/kubernetes/kube}
  export TIDEMARK_TEST_KUBERNETES_NAMESPACE=${TIDEMARK_TEST_KUBERNETES_NAMESPACE:-default}
  if [ -n "${KUBECONFIG:-}" ]; then
    kubectl=(kubectl) inside=()
  elif [ -x "$kit" ]; then
    kubectl=("$kit" kubectl) inside=("$kit" inside)
  else
    fail "the tests on Kubernetes did not run: set KUBECONFIG to a cluster, best one that has the Flink operator"
  fi
  # Where no operator is, Flink's own client starts applications.
  require java maven flink victoria_metrics
  build_if_stale
  if [ ${#inside[@]} -gt 0 ]; then kit_up; else user_cluster; fi
  if [ -z "$TIDEMARK_TEST_KUBERNETES_OPERATOR" ]; then
    say "no Flink operator runs in this cluster: what needs it does not run"
  # Not where only other tests are named: to build it takes minutes, once.
  elif [[ $* != *-Dit.test=* || $* == *Helm* ]]; then
    if need_helm; then export TIDEMARK_TEST_HELM=$helm; else say "the chart is not installed: no helm is on the PATH, and no go to build it"; fi
  fi
  export TIDEMARK_TEST_KUBECTL=${kubectl[*]} TIDEMARK_SKIP_BUILD=1
  "${kubectl[@]}" apply -n "$TIDEMARK_TEST_KUBERNETES_NAMESPACE" -k "$root/deploy/kubernetes/namespace" >/dev/null
  local status=0 began
  began=$(date +%s)
  # Not packed again: commands are started as the launcher starts them. One class at a time, for they share the names of the manifests.
  run kubernetes_maven test-compile failsafe:integration-test failsafe:verify -pl deploy/cli -am -Dspotless.check.skip=true \
    -Dit.test='*KubernetesIT' -Dfailsafe.failIfNoSpecifiedTests=false $judged "$@" || status=$?
  test_summary "$began" || status=1
  return "$status"
}

# Where the cluster is, no registry may be reached: everything is here already.
kubernetes_maven() { cd "$root" && exec "${inside[@]}" mvn -o -B -ntp "$@"; }

user_cluster() {
  have kubectl || fail "kubectl is missing: put it on the PATH"
  kubectl version >/dev/null 2>&1 || fail "the tests on Kubernetes did not run: KUBECONFIG=$KUBECONFIG does not answer"
  [ -n "${TIDEMARK_KUBERNETES_IMAGE:-}" ] || fail "TIDEMARK_KUBERNETES_IMAGE is not set: make the image with deploy/image/build, and put it where the cluster's nodes get it"
  export TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE=${TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE:-$(pom_property test.victoria-metrics.image)}
  export TIDEMARK_TEST_KUBERNETES_OPERATOR=${TIDEMARK_TEST_KUBERNETES_OPERATOR:-$(operator_of_cluster)}
  trap remove_namespace EXIT
}

# "yes" where a Deployment of the operator is ready, by the label that its chart gives it.
operator_of_cluster() {
  local ready
  ready=$(kubectl get deployments --all-namespaces -l app.kubernetes.io/name=flink-kubernetes-operator \
    -o jsonpath='{.items[?(@.status.readyReplicas>0)].metadata.name}' 2>/dev/null) || true
  [ -z "$ready" ] || echo yes
}

remove_namespace() {
  kubectl delete -n "$TIDEMARK_TEST_KUBERNETES_NAMESPACE" -k "$root/deploy/kubernetes/namespace" --ignore-not-found >/dev/null 2>&1 || true
}

kit_up() {
  images=$(mktemp -d "$cache/kubernetes.XXXXXX")
  trap kit_down EXIT
  run "$root/deploy/image/build" job "$images/job.tar"
  run "$root/deploy/image/build" program "$images/database.tar" tidemark-test-database:1 "$(readlink -f "$TIDEMARK_VICTORIA_METRICS")"
  # Its one node is this machine, which may have two cores.
  export TIDEMARK_KUBERNETES_CPU_SHARE=${TIDEMARK_KUBERNETES_CPU_SHARE:-0.25}
  say "starting a Kubernetes with $kit"
  make_release
  run "$root/deploy/image/build" cli "$images/cli.tar" tidemark-test-cli:1
  export TIDEMARK_TEST_KUBERNETES_CLI_IMAGE=tidemark-test-cli:1
  run "$kit" up "$images/job.tar" "$images/database.tar" "$images/cli.tar" >"$cache/kubernetes.log" 2>&1 || kit_failed
  KUBECONFIG=$("$kit" env | sed -n 's/^KUBECONFIG=//p')
  export KUBECONFIG TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE=tidemark-test-database:1 TIDEMARK_TEST_KUBERNETES_OPERATOR=
  kit_operator
  [ -z "$TIDEMARK_TEST_KUBERNETES_OPERATOR" ] || images_beside_the_operator
  prometheus_kinds || say "no PodMonitor and no PrometheusRule is checked: no --install, or no go to get the Prometheus operator's kinds with"
  # Pods of restricted namespaces may not mount a folder of their node themselves.
  "$kit" kubectl apply -f - >/dev/null <<END
apiVersion: v1
kind: PersistentVolume
metadata: {name: tidemark-test}
spec:
  capacity: {storage: 20Gi}
  accessModes: [ReadWriteOnce, ReadWriteMany]
  hostPath: {path: $("$kit" env | sed -n 's/^DATA=//p')}
END
}

kit_failed() {
  tail -n 5 "$cache/kubernetes.log" >&2
  fail "the kit's cluster did not start (log: $cache/kubernetes.log)"
}

# A kit that has no operator ends with 3: then only its kinds are there.
kit_operator() {
  local status=0
  # What the operator may fetch a session job's jar with: here it comes from a pod.
  mkdir "$images/operator"
  printf 'kubernetes.operator.user.artifacts.%s\n' 'allowed-schemes: [https, http]' 'disallow-restricted-hosts: false' >"$images/operator/config.yaml"
  run env CONF_OVERRIDE_DIR="$images/operator" "$kit" operator >>"$cache/kubernetes.log" 2>&1 || status=$?
  case $status in
    0) export TIDEMARK_TEST_KUBERNETES_OPERATOR=yes ;;
    3) ;;
    *) kit_failed ;;
  esac
}

# Of what only those tests start that need the operator.
images_beside_the_operator() {
  if need_s3_server; then
    run "$root/deploy/image/build" program "$images/s3.tar" tidemark-test-s3:1 "$(readlink -f "$TIDEMARK_TEST_S3_SERVER")"
    run "$kit" image "$images/s3.tar" >>"$cache/kubernetes.log" 2>&1 || kit_failed
    export TIDEMARK_TEST_KUBERNETES_S3_IMAGE=tidemark-test-s3:1
  else
    say "S3 is not tried: no versitygw is on the PATH, and no go to build it"
  fi
}

# A real S3 server: VersityGW (Apache-2.0), which keeps objects as files.
need_s3_server() {
  local version=1.8.0 built
  built=$cache/versitygw-$version
  ! have versitygw || export TIDEMARK_TEST_S3_SERVER=${TIDEMARK_TEST_S3_SERVER:-$(command -v versitygw)}
  [ -z "${TIDEMARK_TEST_S3_SERVER:-}" ] || return 0
  export TIDEMARK_TEST_S3_SERVER=$built/versitygw
  [ ! -x "$TIDEMARK_TEST_S3_SERVER" ] || return 0
  have go || return 1
  granted "VersityGW $version: built with go, into $built"
  say "building VersityGW $version (the first time takes minutes)"
  run env GOBIN="$built" CGO_ENABLED=0 GOFLAGS=-trimpath go install -ldflags '-s -w' "github.com/versity/versitygw/cmd/versitygw@v$version" >"$cache/versitygw.log" 2>&1
}

# The kinds that the Prometheus operator adds to a cluster, from its Go module: to check a manifest, it need not run.
prometheus_kinds() {
  local module=github.com/prometheus-operator/prometheus-operator@v0.85.0 folder kind
  have go && [ -n "${TIDEMARK_INSTALL:-}" ] || return 1
  folder=$(go mod download -json "$module" 2>/dev/null | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
  [ -n "$folder" ] || return 1
  for kind in podmonitors prometheusrules; do
    "$kit" kubectl apply --server-side -f "$folder/example/prometheus-operator-crd/monitoring.coreos.com_$kind.yaml" >/dev/null || return
  done
}

# Of what is built already, where that build has all that a release holds.
make_release() {
  local built=
  [ ! -e "$root/deploy/cli/target/sbom.cdx.json" ] || built=1
  run env TIDEMARK_SKIP_BUILD="$built" "$root/deploy/release/build" >/dev/null
}

images=
kit_down() {
  rm -rf "$images"
  "$kit" down >>"$cache/kubernetes.log" 2>&1 || true
}
