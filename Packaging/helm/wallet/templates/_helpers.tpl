{{- /* SPDX-License-Identifier: EUPL-1.2 */ -}}
{{- /* The templates below take a dictionary: root (the chart's scope), server (wallet-provider, …) and what each names. */ -}}

{{- define "wallet.name" -}}
{{ .root.Release.Name }}-{{ .server | trimPrefix "wallet-" }}
{{- end -}}

{{- define "wallet.selector" -}}
app.kubernetes.io/name: {{ .server }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "wallet.labels" -}}
{{ include "wallet.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: wallet
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "wallet.metadata" -}}
name: {{ include "wallet.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "wallet.labels" . | nindent 2 }}
{{- end -}}

{{- /* program: the image; internalPort. */ -}}
{{- define "wallet.container" -}}
name: {{ .server }}
image: {{ .root.Values.image.registry }}/{{ .program }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
startupProbe:
  httpGet: {path: /health/started, port: internal}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /health/live, port: internal}
  periodSeconds: 10
  timeoutSeconds: 5
readinessProbe:
  httpGet: {path: /health/ready, port: internal}
  periodSeconds: 2
  timeoutSeconds: 6
{{- end -}}

{{- define "wallet.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 40
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .root.Values.userId }}
  runAsGroup: {{ .root.Values.userId }}
  fsGroup: {{ .root.Values.userId }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "wallet.selector" . | nindent 8 }}
{{- end -}}

{{- /* ports: the public ports by name. The internal port is reached from the monitoring namespace only. */ -}}
{{- define "wallet.network" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "wallet.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "wallet.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - {name: {{ $name }}, port: {{ $port }}, targetPort: {{ $name }}}
    {{- end }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "wallet.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "wallet.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  ingress:
    - ports:
        {{- range $name, $port := .ports }}
        - {port: {{ $name }}}
        {{- end }}
    - from:
        - namespaceSelector:
            matchLabels:
              {{- toYaml .root.Values.monitoringNamespace | nindent 14 }}
      ports:
        - {port: internal}
{{- end -}}

{{- define "wallet.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "wallet.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "wallet.selector" . | nindent 6 }}
{{- end -}}

{{- /* settings: an object. A change of the settings restarts the pods by the annotation of wallet.checksum. */ -}}
{{- define "wallet.settings" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "wallet.metadata" . | nindent 2 }}
data:
  config.json: |
    {{- toPrettyJson .settings | nindent 4 }}
{{- end -}}
