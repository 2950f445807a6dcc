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
