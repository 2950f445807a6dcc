{{- define "tidemark.labels" -}}
app.kubernetes.io/part-of: tidemark
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "tidemark.serviceAccount" -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- end }}

{{- define "tidemark.args" -}}
{{ concat (list "-c" "/etc/tidemark/run.yaml") .Values.job.args | toJson }}
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
