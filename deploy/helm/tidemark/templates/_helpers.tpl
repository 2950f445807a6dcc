{{- /* What everything of a release is named after. The operator takes no longer name of a FlinkDeployment or a FlinkSessionJob. */ -}}
{{- define "tidemark.fullname" -}}
{{- $name := .Values.fullnameOverride | default .Release.Name }}
{{- $longest := ternary 41 45 (eq .Values.mode "session") }}
{{- if gt (len $name) $longest }}
{{- fail (printf "the name %s has more than %d characters, the most that the Flink operator takes here: set fullnameOverride" $name $longest) }}
{{- end }}
{{- $name }}
{{- end }}

{{- /* By which this release's pods are found, and no other's. */ -}}
{{- define "tidemark.selectorLabels" -}}
app.kubernetes.io/name: {{ .Values.nameOverride | default .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tidemark.labels" -}}
{{ include "tidemark.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: tidemark
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "tidemark.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "tidemark.fullname" .) }}
{{- end }}

{{- define "tidemark.image" -}}
{{ include "tidemark.imageOf" (dict "root" . "image" .Values.image) }}
{{- end }}

{{- define "tidemark.imageOf" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{- /* From where metrics may be read: the peers of a NetworkPolicy. */ -}}
{{- define "tidemark.scrapers" -}}
{{- with .Values.networkPolicy.metricsNamespaces -}}
- namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: In, values: {{ toJson . }}}]}
{{- else -}}
- namespaceSelector: {}
{{- end }}
{{- end }}

{{- define "tidemark.args" -}}
{{ concat (list "-c" "/etc/tidemark/run.yaml") .Values.job.args | toJson }}
{{- end }}

{{- /* "true" where pods mount a claim. */ -}}
{{- define "tidemark.claim" -}}
{{- if and .Values.storage.enabled (not .Values.s3.uri) }}true{{ end }}
{{- end }}

{{- /* What would lie on the claim lies in the bucket; without either nothing may name the claim's folder. */ -}}
{{- define "tidemark.place" -}}
{{- if .root.Values.s3.uri }}
{{- .text | replace "file:///data" (trimSuffix "/" .root.Values.s3.uri) }}
{{- else }}
{{- if and (contains "file:///data" .text) (not .root.Values.storage.enabled) }}
{{- fail (printf "storage.enabled is false, so there is no /data, which %s names: set s3.uri, or another place there" .what) }}
{{- end }}
{{- .text }}
{{- end }}
{{- end }}

{{- define "tidemark.config" -}}
{{ include "tidemark.place" (dict "root" . "what" "config" "text" (toYaml .Values.config)) }}
{{- end }}

{{- /* Flink's options: those that the values decide, then those that the user has. */ -}}
{{- define "tidemark.flinkConfiguration" -}}
{{- $all := dict }}
{{- if eq .Values.mode "session" }}
{{- /* Deleted together, cluster and job would wait for each other for ever: FLINK-39618. */ -}}
{{- $_ := set $all "kubernetes.operator.session.deletion.block-on-unmanaged-jobs" "false" }}
{{- else }}
{{- /* Whoever may submit a jar may run code; the one job of this Flink is in its image. */ -}}
{{- $_ := set $all "web.submit.enable" "false" }}
{{- $_ := set $all "pipeline.name" (include "tidemark.fullname" .) }}
{{- $_ := set $all "job-result-store.delete-on-commit" "false" }}
{{- end }}
{{- with .Values.s3 }}
{{- if .uri }}
{{- with .endpoint }}{{ $_ := set $all "s3.endpoint" . }}{{ end }}
{{- $_ := set $all "s3.path.style.access" (toString .pathStyleAccess) }}
{{- /* Else each file that is made deletes the markers of its folders: more requests, which some servers refuse. */ -}}
{{- $_ := set $all "fs.s3a.directory.marker.retention" "keep" }}
{{- /* From files: keys of this configuration would stand in a ConfigMap. */ -}}
{{- $_ := set $all "fs.s3a.aws.credentials.provider" (ternary "com.amazonaws.auth.profile.ProfileCredentialsProvider" "com.amazonaws.auth.WebIdentityTokenCredentialsProvider" (not (empty .credentialsSecret))) }}
{{- end }}
{{- end }}
{{- range $key, $value := .Values.flinkConfiguration }}
{{- if not (kindIs "invalid" $value) }}
{{- $_ := set $all $key (include "tidemark.place" (dict "root" $ "what" (printf "flinkConfiguration.%s" $key) "text" $value)) }}
{{- end }}
{{- end }}
{{- toYaml $all }}
{{- end }}

{{- /* A claim of one node keeps all pods there; what the user wants of other nodes is added. */ -}}
{{- define "tidemark.affinity" -}}
{{- $affinity := dict }}
{{- if and (include "tidemark.claim" .) (not (has "ReadWriteMany" .Values.storage.accessModes)) }}
{{- $labels := dict "matchLabels" (dict "app" (include "tidemark.fullname" .)) }}
{{- $term := dict "labelSelector" $labels "topologyKey" "kubernetes.io/hostname" }}
{{- $_ := set $affinity "podAffinity" (dict "requiredDuringSchedulingIgnoredDuringExecution" (list $term)) }}
{{- end }}
{{- toYaml (mergeOverwrite $affinity (deepCopy .Values.affinity)) }}
{{- end }}

{{- define "tidemark.job" -}}
entryClass: io.tidemark.job.TidemarkJob
args: {{ include "tidemark.args" . }}
parallelism: {{ .Values.job.parallelism }}
upgradeMode: {{ .Values.job.upgradeMode }}
state: {{ .Values.job.state }}
{{- with .Values.job.initialSavepointPath }}
initialSavepointPath: {{ . | quote }}
{{- end }}
{{- end }}

{{- /* The rules of deploy/alerts, with the address where the user has their page. */ -}}
{{- define "tidemark.rules" -}}
{{ .root.Files.Get "files/alerts.yaml" | replace "https://tidemark.example/docs" (trimSuffix "/" .runbookUrl) | fromYaml | toYaml }}
{{- end }}

{{- /* Whoever installs a job names the database, and agrees to load on it. */ -}}
{{- define "tidemark.requireConsent" -}}
{{- $target := .Values.config.target | default dict }}
{{- if ne (toString $target.type) "null" }}
{{- if not $target.urls }}
{{- fail "config.target.urls is not set: name the database that the job writes to, e.g. --set 'config.target.urls={http://victoria-metrics:8428}'" }}
{{- end }}
{{- if ne (toString (index $target "accept-load")) "true" }}
{{- fail (printf "config.target.accept-load is not true: the job would write to %s without a question; if that is what you want, --set config.target.accept-load=true" (join ", " $target.urls)) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* What pods of the command line have in common; they are none of Flink's. */ -}}
{{- define "tidemark.commandPod" -}}
{{- range $key := list "imagePullSecrets" "nodeSelector" "tolerations" "priorityClassName" }}
{{- with get $.Values $key }}
{{ $key }}: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
securityContext: {{- .Values.podSecurityContext | toYaml | nindent 2 }}
volumes:
  - name: config
    configMap: {name: "{{ include "tidemark.fullname" . }}-config"}
  - name: secret
    secret: {secretName: "{{ .Values.targetSecret | default (printf "%s-target" (include "tidemark.fullname" .)) }}", optional: {{ empty .Values.targetSecret }}}
  - {name: tmp, emptyDir: {}}
{{- end }}

{{- define "tidemark.commandContainer" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: config, mountPath: /etc/tidemark/run.yaml, subPath: run.yaml, readOnly: true}
  - {name: secret, mountPath: /etc/tidemark/secret, readOnly: true}
  - {name: tmp, mountPath: /tmp}
{{- end }}
