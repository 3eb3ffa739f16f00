/** Overrides of values.yaml, as operators would write them. Together they switch every part of the chart on and off. */
export type ValueSet = { name: string; values: Record<string, unknown> };

const secret = { existingSecret: 'patchbay' };
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

export const valueSets: ValueSet[] = [
  { name: 'defaults', values: secret },
  {
    name: 'small',
    values: {
      ...secret,
      migration: { enabled: false },
      api: { replicas: 1, podDisruptionBudget: { enabled: false } },
      worker: { replicas: 1, podDisruptionBudget: { enabled: false } },
      networkPolicy: { enabled: false },
      serviceAccount: { create: false },
    },
  },
  {
    name: 'public',
    values: {
      ...secret,
      image: { repository: 'images.example.com/patchbay', digest },
      imagePullSecrets: [{ name: 'images' }],
      settings: { PUBLIC_URL: 'https://patchbay.example.com', S3_BUCKET: 'patchbay', DATABASE_POOL_SIZE: 20 },
      migration: { existingSecret: 'patchbay-owner' },
      ingress: {
        enabled: true,
        className: 'nginx',
        host: 'patchbay.example.com',
        tlsSecret: 'patchbay-tls',
        annotations: { 'example.com/body-size': '128m' },
      },
      networkPolicy: {
        apiFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
        metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
      },
    },
  },
  {
    name: 'scaled by processor',
    values: {
      ...secret,
      api: { autoscaling: { enabled: true, maxReplicas: 20 }, nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
      worker: {
        autoscaling: { enabled: true },
        tolerations: [{ key: 'workers', operator: 'Exists', effect: 'NoSchedule' }],
        podDisruptionBudget: { maxUnavailable: '25%' },
      },
      podAnnotations: { 'example.com/scrape': 'true' },
      service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/internal': 'true' } },
    },
  },
  {
    name: 'scaled by age of jobs',
    values: {
      ...secret,
      image: { tag: '0.1.0-rc.1' },
      ingress: { enabled: true, host: 'patchbay.example.com' },
      worker: {
        keda: { enabled: true, serverAddress: 'http://prometheus.monitoring:9090' },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'pool', operator: 'In', values: ['jobs'] }] }],
            },
          },
        },
      },
      serviceAccount: { name: 'patchbay-runtime', annotations: { 'example.com/role': 'files' } },
      metrics: { port: 9100 },
    },
  },
];
