import { printFigures } from '../security/environment.ts';
import { type Chart, readChart, schemaFaults } from './chart.ts';
import { checkChart } from './check.ts';
import { guideFaults } from './guide.ts';

/** A fault in a template (or in values.yaml), and what must be said of it. */
type Mutant = { file: string; from: string | RegExp; to: string; red: RegExp };

const api = 'api-deployment.yaml';
const helpers = '_helpers.tpl';
const mutants: Mutant[] = [
  { file: api, from: /\n\s+\{\{- include "patchbay.probes".*/, to: '', red: /probes ask/ },
  { file: helpers, from: 'path: /readyz', to: 'path: /ready', red: /probes ask/ },
  { file: helpers, from: 'runAsNonRoot: true', to: 'runAsNonRoot: false', red: /pods are restricted/ },
  { file: helpers, from: 'readOnlyRootFilesystem: true', to: 'readOnlyRootFilesystem: false', red: /containers are restricted/ },
  { file: helpers, from: 'drop: ["ALL"]', to: 'drop: ["NET_RAW"]', red: /containers are restricted/ },
  { file: 'worker-deployment.yaml', from: 'automountServiceAccountToken: false', to: 'hostNetwork: true', red: /no token/ },
  { file: api, from: /resources:\n.*/, to: 'resources: {}', red: /requests and a memory limit/ },
  { file: helpers, from: '(default .Chart.AppVersion .Values.image.tag)', to: '"latest"', red: /images have a version/ },
  { file: helpers, from: '- name: DRAIN_DELAY_MS', to: '- name: PORT', red: /set once/ },
  { file: helpers, from: '- name: DRAIN_DELAY_MS', to: '- name: MASTER_KEY', red: /holds a secret/ },
  { file: api, from: /(matchLabels:\n.*\n\s+app.kubernetes.io\/component:) api/, to: '$1 web', red: /its own pods/ },
  { file: 'service.yaml', from: /component: api\n$/, to: 'component: web\n', red: /Service or a budget/ },
  { file: 'worker-pdb.yaml', from: /component: worker\n(?=\{\{- end)/, to: 'component: jobs\n', red: /Service or a budget/ },
  { file: 'networkpolicy.yaml', from: 'port: metrics', to: 'port: metric', red: /ports that exist/ },
  {
    file: 'worker-hpa.yaml',
    from: 'kind: Deployment\n    name: {{ include "patchbay.name" . }}-worker',
    to: 'kind: Deployment\n    name: worker',
    red: /scales a Deployment/,
  },
  {
    file: 'worker-deployment.yaml',
    from: 'not (or .Values.worker.autoscaling.enabled .Values.worker.keda.enabled)',
    to: 'not .Values.worker.autoscaling.enabled',
    red: /without a fixed number/,
  },
  { file: 'worker-scaledobject.yaml', from: 'patchbay_jobs_oldest_seconds', to: 'patchbay_job_age', red: /oldest job/ },
  { file: 'worker-scaledobject.yaml', from: 'minReplicaCount', to: 'minReplicas', red: /minReplica/ },
  {
    file: 'ingress.yaml',
    from: 'name: {{ include "patchbay.name" . }}\n                port',
    to: 'name: web\n                port',
    red: /leads to a Service/,
  },
  { file: 'ingress.yaml', from: 'pathType: Prefix', to: '', red: /pathType/ },
  { file: 'migration-job.yaml', from: 'before-hook-creation,', to: '', red: /can be repeated/ },
  { file: api, from: 'maxUnavailable: 0', to: 'maxUnavailable: [0]', red: /maxUnavailable/ },
  { file: api, from: 'revisionHistoryLimit: 3', to: 'revisionHistoryLimit: three', red: /revisionHistoryLimit/ },
  { file: api, from: 'enableServiceLinks', to: 'enableServicesLinks', red: /enableServicesLinks/ },
  { file: 'api-hpa.yaml', from: 'maxReplicas:', to: 'maximumReplicas:', red: /maxReplicas|maximumReplicas/ },
  { file: api, from: '.Values.api.terminationGracePeriodSeconds', to: '.Values.api.gracePeriod', red: /no value \.gracePeriod/ },
  { file: api, from: 'nindent 8', to: 'nindent 2', red: /./ },
  { file: 'service.yaml', from: 'kind: Service', to: 'kind: Servise', red: /not in tests\/chart/ },
  { file: 'service.yaml', from: /^/, to: '{{- if false_value }}', red: /cannot be rendered/ },
  { file: 'values.yaml', from: 'LOG_LEVEL', to: 'LOG_LEVELS', red: /LOG_LEVELS is not in docs/ },
  { file: 'values.yaml', from: 'replicas: 2', to: 'replica: 2', red: /additional properties|no value \.replicas/ },
];

const badGuide = '```yaml\nmigrations: { existingSecret: patchbay-owner }\n```\n';

/** Values that the schema must refuse. */
const badValues: Record<string, unknown>[] = [
  {},
  { existingSecret: 'x', image: { tag: 'latest' } },
  { existingSecret: 'x', settings: { MASTER_KEY: 'secret' } },
  { existingSecret: 'x', api: { replicas: 0 } },
  { existingSecret: 'x', worker: { autoscaling: { enabled: true }, keda: { enabled: true } } },
  { existingSecret: 'x', metrics: { port: 8080 } },
  { existingSecret: 'x', ingres: { enabled: true } },
];

/** Plants one fault at a time. The untouched chart must pass. */
export async function testMutants(): Promise<boolean> {
  const chart = readChart();
  const untouchedKept = (await checkChart(chart)).faults.length === 0;
  let caught = 0;
  for (const mutant of mutants) {
    const { faults } = await checkChart(planted(chart, mutant));
    const isCaught = faults.some((fault) => mutant.red.test(fault));
    if (isCaught) caught++;
    else console.error(`MISSED: ${mutant.file}: ${mutant.from}: ${faults.join('; ') || 'nothing was found'}`);
  }
  for (const values of badValues) {
    if (schemaFaults(chart, values).length > 0) caught++;
    else console.error(`MISSED: the schema accepts ${JSON.stringify(values)}`);
  }
  if (guideFaults(chart, badGuide).length > 0) caught++;
  else console.error('MISSED: values in the guide that the chart does not have');
  const total = mutants.length + badValues.length + 1;
  printFigures({ planted: total, caught, untouchedKept });
  return untouchedKept && caught === total;
}

function planted(chart: Chart, { file, from, to }: Mutant): Chart {
  const before = file === 'values.yaml' ? chart.values : (chart.templates[file] ?? '');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${from} is not in ${file}; correct the mutant`);
  if (file === 'values.yaml') return { ...chart, values: after };
  return { ...chart, templates: { ...chart.templates, [file]: after } };
}
