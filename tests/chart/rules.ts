import type { KubernetesObject, Rendered } from './render.ts';

type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string }[];
  ports?: { name: string }[];
  securityContext?: Record<string, unknown>;
  resources?: { requests?: object; limits?: object };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type Probe = { httpGet?: { path: string; port: string } };
type Labels = Record<string, string>;
type PodTemplate = { metadata: { labels: Labels }; spec: Record<string, unknown> & { containers: Container[] } };
type Rule = { name: string; holds: (object: KubernetesObject, all: KubernetesObject[]) => boolean };

const templateOf = ({ spec }: KubernetesObject): PodTemplate | undefined => spec?.template;
const containersOf = (object: KubernetesObject): Container[] => templateOf(object)?.spec.containers ?? [];
const isPart = (part: Labels, whole: Labels): boolean => Object.entries(part).every(([key, value]) => whole[key] === value);
const podsWith = (all: KubernetesObject[], selector: Labels): PodTemplate[] =>
  all.flatMap((object) => templateOf(object) ?? []).filter((pod) => isPart(selector, pod.metadata.labels));
const isFor =
  (...kinds: string[]) =>
  (holds: Rule['holds']): Rule['holds'] =>
  (object, all) =>
    !kinds.includes(object.kind) || holds(object, all);
const inPods = isFor('Deployment', 'Job');
const probes = (path: string, ...found: (Probe | undefined)[]): boolean =>
  found.every((probe) => probe?.httpGet?.path === path && probe.httpGet.port === 'http');

const rules: Rule[] = [
  {
    name: 'a name is a DNS label of at most 63 characters',
    holds: ({ metadata }) => /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(metadata.name),
  },
  { name: 'labels name the chart and the release', holds: ({ metadata }) => hasLabels(metadata.labels ?? {}) },
  {
    name: 'probes ask /livez and /readyz',
    holds: isFor('Deployment')((object) =>
      containersOf(object).every(
        (container) =>
          probes('/livez', container.startupProbe, container.livenessProbe) && probes('/readyz', container.readinessProbe),
      ),
    ),
  },
  { name: 'pods are restricted', holds: inPods((object) => isRestrictedPod(templateOf(object)?.spec ?? {})) },
  { name: 'containers are restricted', holds: inPods((object) => containersOf(object).every(isRestrictedContainer)) },
  {
    name: 'pods get no token of the API',
    holds: inPods((object) => templateOf(object)?.spec.automountServiceAccountToken === false),
  },
  {
    name: 'containers have requests and a memory limit',
    holds: inPods((object) => containersOf(object).every(({ resources }) => hasResources(resources))),
  },
  {
    name: 'images have a version',
    holds: inPods((object) =>
      containersOf(object).every(({ image }) => /(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image)),
    ),
  },
  { name: 'variables are set once', holds: inPods((object) => containersOf(object).every(({ env = [] }) => areUnique(env))) },
  {
    name: 'no variable holds a secret',
    holds: inPods((object) => containersOf(object).every(({ env = [] }) => !env.some(isSecret))),
  },
  {
    name: 'the selector matches its own pods',
    holds: isFor('Deployment')((object) => isPart(object.spec.selector.matchLabels, templateOf(object)?.metadata.labels ?? {})),
  },
  {
    name: 'the selector of a Service or a budget matches one Deployment',
    holds: isFor(
      'Service',
      'PodDisruptionBudget',
    )(({ spec }, all) => podsWith(all, spec.selector.matchLabels ?? spec.selector).length === 1),
  },
  { name: 'a policy matches pods and ports that exist', holds: isFor('NetworkPolicy')(policyMatches) },
  {
    name: 'a scaler scales a Deployment without a fixed number',
    holds: isFor(
      'HorizontalPodAutoscaler',
      'ScaledObject',
    )(({ spec }, all) =>
      all.some((o) => o.kind === 'Deployment' && o.metadata.name === spec.scaleTargetRef.name && o.spec.replicas === undefined),
    ),
  },
  {
    name: 'KEDA asks for the age of the oldest job',
    holds: isFor('ScaledObject')(({ spec }) => /\bpatchbay_jobs_oldest_seconds\b/.test(spec.triggers[0].metadata.query)),
  },
  {
    name: 'an Ingress leads to a Service',
    holds: isFor('Ingress')(({ spec }, all) =>
      all.some((o) => o.kind === 'Service' && o.metadata.name === spec.rules[0].http.paths[0].backend.service.name),
    ),
  },
  { name: 'the migration is a hook that can be repeated', holds: isFor('Job')(isHook) },
];

const hasLabels = (labels: Labels): boolean =>
  ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'helm.sh/chart'].every((name) => labels[name]);
const areUnique = (env: { name: string }[]): boolean => new Set(env.map(({ name }) => name)).size === env.length;
const isSecret = ({ name }: { name: string }): boolean => /KEY$|SECRET|PASSWORD|TOKEN|DATABASE_.*URL/.test(name);
const hasResources = (resources: Container['resources']): boolean =>
  ['cpu', 'memory'].every((name) => name in (resources?.requests ?? {})) && 'memory' in (resources?.limits ?? {});

function isRestrictedPod(spec: Record<string, unknown>): boolean {
  const { runAsNonRoot, seccompProfile } = (spec.securityContext ?? {}) as {
    runAsNonRoot?: boolean;
    seccompProfile?: { type: string };
  };
  const isShared = ['hostNetwork', 'hostPID', 'hostIPC'].some((name) => spec[name]);
  return runAsNonRoot === true && seccompProfile?.type === 'RuntimeDefault' && !isShared;
}

function isRestrictedContainer({ securityContext = {} }: Container): boolean {
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, privileged } = securityContext;
  const { drop, add } = (securityContext.capabilities ?? {}) as { drop?: string[]; add?: string[] };
  return (
    allowPrivilegeEscalation === false && readOnlyRootFilesystem === true && !privileged && drop?.includes('ALL') === true && !add
  );
}

function policyMatches({ spec }: KubernetesObject, all: KubernetesObject[]): boolean {
  const ports = podsWith(all, spec.podSelector.matchLabels).flatMap((pod) => pod.spec.containers.flatMap((c) => c.ports ?? []));
  return spec.ingress.every((rule: { ports: { port: string }[] }) =>
    rule.ports.every(({ port }) => ports.some(({ name }) => name === port)),
  );
}

function isHook({ metadata: { annotations = {} }, spec }: KubernetesObject): boolean {
  const hooks = annotations['helm.sh/hook'] ?? '';
  const isRecreated = annotations['helm.sh/hook-delete-policy']?.includes('before-hook-creation') === true;
  return (
    hooks.includes('pre-upgrade') && hooks.includes('pre-install') && isRecreated && spec.template.spec.restartPolicy === 'Never'
  );
}

/** Returns the rules that the objects of one set of values break. */
export function ruleFaults(rendered: Rendered[]): string[] {
  const all = rendered.map(({ object }) => object);
  return rendered.flatMap(({ file, object }) =>
    rules.filter(({ holds }) => !holds(object, all)).map(({ name }) => `${file}: ${object.metadata.name}: broken: ${name}`),
  );
}
