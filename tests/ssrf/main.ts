import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { tryDeliveries } from './at-the-attempt.ts';
import { tryForbidden, tryPublic } from './at-the-door.ts';
import { type Canary, startCanary } from './canary.ts';
import { tryClasses } from './classes.ts';
import { forbiddenUrls, publicUrls } from './corpus.ts';
import { countReaching, tryNames, tryRebinding, tryRedirects } from './names.ts';
import { v4InsideV6, v4Spellings } from './spellings.ts';

/** The service never calls an internal address: not when a URL is created, changed or called. */
await main(() => inEnvironment(checkAddresses));

async function checkAddresses(environment: Environment): Promise<boolean> {
  const canary = await startCanary();
  try {
    return await withCanary(environment, canary);
  } finally {
    await canary.close();
  }
}

async function withCanary(environment: Environment, canary: Canary): Promise<boolean> {
  const local = [...v4Spellings('127.0.0.1'), ...v4InsideV6('127.0.0.1'), 'localhost', '[::1]', '0'];
  const toCanary = local.map((host) => `http://${host}:${canary.port}/`);
  const reachable = await countReaching(canary, toCanary);
  const env = { WEBHOOK_ALLOW_PRIVATE: 'false' };
  const { baseUrl } = await environment.start(env);
  const [tenant, sender] = [await createTestTenant(environment.deps), await createTestTenant(environment.deps)];
  const caller = { baseUrl, tenantId: tenant.id, token: tenant.token };
  const urls = [...forbiddenUrls, ...toCanary];
  const door = await tryForbidden(caller, urls);
  const accepted = await tryPublic(caller);
  const attempt = await tryDeliveries(environment, env, baseUrl, sender, urls);
  const names = await tryNames();
  const rebinding = await tryRebinding(canary);
  const redirects = await tryRedirects(canary, urls);
  const classes = tryClasses();
  const parts = [door, accepted, attempt, names, rebinding, redirects, classes];
  const complaints = parts.flatMap((part) => part.complaints);
  for (const line of complaints.slice(0, 30)) console.error(line.slice(0, 300));
  printFigures({ canaryPorts: canary.ports.join(','), spellingsThatReachItUnguarded: reachable });
  printFigures({ classes: classes.classes, cases: classes.cases, wrong: classes.complaints.length });
  printFigures({ names: names.tried, rebindings: rebinding.tried, redirects: redirects.tried });
  printFigures({
    spellings: urls.length,
    requests: door.requests + attempt.deliveries,
    refusedAtCreate: door.refusedAtCreate,
    refusedAtUpdate: door.refusedAtUpdate,
    refusedAtDelivery: attempt.refusedAtDelivery,
    connectionsToPrivate: canary.connections(),
    publicAllowed: accepted.accepted === publicUrls.length ? 'all' : accepted.accepted,
  });
  const refused = [door.refusedAtCreate, door.refusedAtUpdate, attempt.refusedAtDelivery].every((n) => n === urls.length);
  return refused && complaints.length === 0 && canary.connections() === 0 && reachable > 0;
}
