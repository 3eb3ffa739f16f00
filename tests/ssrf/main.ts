import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { inWorld, main, printFigures, type World } from '../security/environment.ts';
import { tryDeliveries } from './at-the-attempt.ts';
import { tryForbidden, tryPublic } from './at-the-door.ts';
import { type Canary, startCanary } from './canary.ts';
import { tryClasses } from './classes.ts';
import { forbiddenUrls, publicUrls } from './corpus.ts';
import { countReaching, tryNames, tryRebinding, tryRedirects } from './names.ts';
import { v4InsideV6, v4Spellings } from './spellings.ts';

/** Nobody can make this service call an address inside its own network: not when a URL is given, changed or called. */
await main(() => inWorld(checkAddresses));

async function checkAddresses(world: World): Promise<boolean> {
  const canary = await startCanary();
  try {
    return await withCanary(world, canary);
  } finally {
    await canary.close();
  }
}

async function withCanary(world: World, canary: Canary): Promise<boolean> {
  const local = [...v4Spellings('127.0.0.1'), ...v4InsideV6('127.0.0.1'), 'localhost', '[::1]', '0'];
  const toCanary = local.map((host) => `http://${host}:${canary.port}/`);
  const reachable = await countReaching(canary, toCanary);
  const env = { WEBHOOK_ALLOW_PRIVATE: 'false' };
  const { baseUrl } = await world.start(env);
  const [tenant, sender] = [await createTestTenant(world.deps), await createTestTenant(world.deps)];
  const caller = { baseUrl, tenantId: tenant.id, token: tenant.token };
  const urls = [...forbiddenUrls, ...toCanary];
  const door = await tryForbidden(caller, urls);
  const accepted = await tryPublic(caller);
  const attempt = await tryDeliveries(world, env, baseUrl, sender, urls);
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
