import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Compose, type Plan, root, type Service, variablesIn } from './plan.ts';
import type { Report } from './report.ts';

const BACKENDS = ['postgres', 'nats', 'valkey', 's3'];
const PATCHBAY = ['migrate', 'api', 'worker'];
const OUR_IMAGE = [...PATCHBAY, 'sandbox'];
const SERVICES = [...BACKENDS, 'proxy', ...OUR_IMAGE];

/** Three checks of haproxy.cfg, and their answers on a busy machine. */
const PROXY_NOTICES_MS = 3_000;

/** A whole version, or a digest: `latest`, `17` and `2.10` move under one's feet. PostgreSQL's versions have two numbers. */
const isPinned = (image: string): boolean =>
  /@sha256:[0-9a-f]{64}$/.test(image) || /:v?\d+\.\d+\.\d+[\w.-]*$/.test(image) || /^postgres:\d+\.\d+[\w.-]*$/.test(image);

export function checkCompose(report: Report, plan: Plan): void {
  const { compose } = plan;
  report.check(
    `the services are ${SERVICES.join(', ')}`,
    Object.keys(compose.services).sort().join() === [...SERVICES].sort().join(),
  );
  for (const [name, service] of Object.entries(compose.services)) checkService(report, name, service, compose);
  for (const name of BACKENDS) {
    const service = compose.services[name];
    report.check(`${name} opens no port of the machine`, (service?.ports ?? []).length === 0);
    report.check(
      `${name} has no way out`,
      service?.networks?.every((network) => compose.networks[network]?.internal === true) === true,
    );
  }
  report.check('the sandbox cannot reach the services', compose.services.sandbox?.networks?.includes('services') === false);
  checkOrder(report, compose);
  checkVariables(report, plan);
  checkSecrets(report, plan);
}

function checkService(report: Report, name: string, service: Service, compose: Compose): void {
  const { healthcheck, restart, ports = [], volumes = [] } = service;
  const image = (service.image ?? '').replace(/^\$\{\w+:-(.*)\}$/, '$1');
  report.check(`${name}: the image ${image} is pinned`, isPinned(image));
  const isOnce = name === 'migrate';
  report.check(
    `${name}: ${isOnce ? 'ends, so it has no health check' : 'has a health check without a shell'}`,
    isOnce ? healthcheck?.disable === true : healthcheck?.test?.[0] === 'CMD',
  );
  report.check(`${name}: comes back by itself`, restart === (isOnce ? 'no' : 'unless-stopped'));
  report.check(`${name}: its file system cannot be written`, service.read_only === true);
  report.check(`${name}: has no rights of root`, service.cap_drop?.includes('ALL') === true);
  report.check(
    `${name}: has a limit of memory and of processes`,
    service.mem_limit !== undefined && service.pids_limit !== undefined,
  );
  report.check(`${name}: its log is rotated`, service.logging?.options?.['max-size'] !== undefined);
  for (const port of ports)
    report.check(`${name}: port ${port} is on loopback unless told otherwise`, /^(\$\{\w+:-)?127\.0\.0\.1\b/.test(port));
  for (const volume of volumes) {
    const [source = ''] = volume.split(':');
    const isThere = source.startsWith('.') ? existsSync(join(root, 'deploy', source)) : source in compose.volumes;
    report.check(`${name}: ${source} is there to be mounted`, isThere);
  }
  if (!OUR_IMAGE.includes(name)) return;
  const [script = '-'] = service.command ?? [];
  report.check(`${name}: ${script} is there to be run`, existsSync(join(root, script)));
}

function checkOrder(report: Report, { services }: Compose): void {
  const built = Object.values(services).flatMap(({ build }) => (build ? [build] : []));
  const drainMs = Number(services.api?.environment?.DRAIN_DELAY_MS ?? 0);
  report.check('a stopping API says so for longer than the proxy needs to notice', drainMs >= PROXY_NOTICES_MS);
  report.check('the image is built once', built.length === 1);
  for (const { context, dockerfile } of built)
    report.check('it can be built from here', existsSync(join(root, 'deploy', context, dockerfile)));
  for (const name of ['api', 'worker']) {
    const waits = services[name]?.depends_on ?? {};
    for (const service of BACKENDS) report.check(`${name} waits for ${service}`, waits[service]?.condition === 'service_healthy');
    report.check(`${name} waits for the migration`, waits.migrate?.condition === 'service_completed_successfully');
  }
  report.check('the migration waits for postgres', services.migrate?.depends_on?.postgres?.condition === 'service_healthy');
}

/** Every setting is one the server knows and the documentation explains; every `${NAME}` is in the example. */
function checkVariables(report: Report, { compose, composeText, envExample, configuration, config, sandboxReadme }: Plan): void {
  for (const name of PATCHBAY) {
    for (const variable of Object.keys(compose.services[name]?.environment ?? {})) {
      report.check(`${name}: ${variable} is in docs/configuration.md`, configuration.includes(`| \`${variable}\``));
      report.check(`${name}: ${variable} is in platform/config.ts`, new RegExp(`^  ${variable}: `, 'm').test(config));
    }
  }
  for (const variable of Object.keys(compose.services.sandbox?.environment ?? {}))
    report.check(`sandbox: ${variable} is in sandbox/README.md`, sandboxReadme.includes(`| \`${variable}\``));
  const named = [...envExample.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  for (const variable of variablesIn(composeText))
    report.check(`${variable} is in deploy/.env.example`, named.includes(variable));
  for (const variable of named) report.check(`${variable} of the example is used`, variablesIn(composeText).includes(variable));
}

/** `${NAME:?why}`: there is no start without it. `${NAME:-}`: the setting may be left out. */
const REQUIRED_OR_EMPTY = /^\$\{\w+(:\?[^}]+|:-)\}$/;

/** What opens something comes from outside. */
function checkSecrets(report: Report, { compose, envExample }: Plan): void {
  const isSecret = (name: string) => /PASSWORD|SECRET|MASTER_KEY|ACCESS_KEY/.test(name);
  for (const [name, { environment = {} }] of Object.entries(compose.services)) {
    for (const [variable, value] of Object.entries(environment)) {
      if (isSecret(variable)) report.check(`${name}: ${variable} is not in the file`, REQUIRED_OR_EMPTY.test(value));
      const password = /^\w+:\/\/[^/]*:([^/]*)@/.exec(String(value))?.[1];
      if (password !== undefined)
        report.check(`${name}: the password in ${variable} is not in the file`, /^\$\{\w+:\?/.test(password));
    }
  }
  for (const [, name = '', value = ''] of envExample.matchAll(/^(\w+)=(.*)$/gm))
    if (isSecret(name)) report.check(`${name} is empty in the example`, value === '');
}
