import { createApi } from '../channels/api.ts';
import { main, scoped } from '../chaos/endings.ts';
import { createSender, type Sender } from '../chaos/send-tenant.ts';
import { printFigures } from '../security/environment.ts';
import { type Faults, type Machine, startFirst, startOutside } from './installation.ts';
import { mutants } from './mutants.ts';
import { pointInTime, type Scenario, toTheEnd, withoutReceiver } from './scenarios.ts';

const scenarios = { toTheEnd, withoutReceiver, pointInTime } satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;

const PEOPLE = 20;
const startedAt = performance.now();
const minutes = () => ((performance.now() - startedAt) / 60_000).toFixed(1);

/**
 * An installation with the backups of deploy/pgbackrest is destroyed in the middle of its traffic and restored on another machine, three
 * times in a row. --mutants plants faults, which the scenarios must find. ONLY=name selects scenarios, or mutants by a word.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : testRestore()));

async function testRestore(): Promise<boolean> {
  const names = (Object.keys(scenarios) as ScenarioName[]).filter((name) => name.includes(process.env.ONLY ?? ''));
  const { faults, figures } = await play(names, { replacements: [], changes: [] });
  const total = (name: string) => figures.reduce((sum, one) => sum + (one[name] ?? 0), 0);
  const [acknowledged, restored, sentTwice] = [total('acknowledged') + total('before'), total('restored'), total('sentTwice')];
  printFigures({ kept: faults.length === 0, destroyed: figures.length, archiveOnlyLost: total('archiveOnlyLost') });
  printFigures({ acknowledged, restored, sentTwice, unknown: total('unknown'), minutes: minutes() });
  return faults.length === 0 && acknowledged > 100 && acknowledged === restored && sentTwice === 0;
}

async function testMutants(): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let caught = 0;
  for (const { name, scenario, red, replacements = [], changes = [], afterBackup = [] } of wanted) {
    const { faults } = await scoped(() => play([scenario], { replacements, changes, afterBackup }));
    const isCaught = faults.some((fault) => fault.startsWith(`${red}=`));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name} (${scenario}): ${faults.join('; ') || 'no figure was wrong'}`);
  }
  printFigures({ planted: wanted.length, caught, minutes: minutes() });
  return wanted.length > 0 && caught === wanted.length;
}

/** Plays scenarios one after the other: each destroys the machine that the one before has restored. */
async function play(names: ScenarioName[], planted: Faults) {
  const outside = await startOutside(planted);
  let machine: Machine = await startFirst(outside, planted.afterBackup);
  const sender = await createTenant(machine);
  const [faults, figures]: [string[], Record<string, number>[]] = [[], []];
  for (const name of names) {
    outside.takenTexts.clear(); // those of this scenario count
    const ended = await scenarios[name](machine, sender);
    machine = ended.machine;
    faults.push(...ended.faults);
    figures.push(ended.figures);
    printFigures({ scenario: name, ...ended.figures });
    for (const fault of ended.faults) console.log(`BROKEN: ${name}: ${fault}`);
  }
  return { faults, figures };
}

/** A tenant on a provider without idempotency keys, with a webhook for its contacts. */
async function createTenant(machine: Machine): Promise<Sender> {
  const { gate, receiver } = machine.outside;
  const sender = await createSender(machine, {
    guarantee: 'at_most_once',
    latencyMs: [5, 300],
    ratePerSecond: 2_000,
    people: PEOPLE,
    seed: 21,
  });
  const webhook = { url: `${receiver.baseUrl}/contacts`, events: [{ type: 'contact.created' }] };
  await createApi([gate.url], sender.token).post('/v3/api_webhooks', webhook);
  return sender;
}
