import { readdir, readFile } from 'node:fs/promises';
import { events } from '../../server/src/registry/events.ts';
import { Event } from '../../server/src/wire/v3/event.ts';

const SAMPLES = new URL('../../server/src/catalogue/samples/', import.meta.url);
const PAGE = new URL('../../docs/reference/events.md', import.meta.url);

/** Every event type has a sample that is valid, and the reference shows exactly that sample. */
async function main(): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const types = Object.keys(events) as (keyof typeof events)[];
  const faults = (await Promise.all(types.map((type) => faultsOf(type, page)))).flat();
  faults.push(...(await strangers(types)));
  for (const fault of faults) console.error(fault);
  console.log(`events=${types.length} failed=${faults.length}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function faultsOf(type: keyof typeof events, page: string): Promise<string[]> {
  const text = await readFile(new URL(`${type}.json`, SAMPLES), 'utf8').catch(() => undefined);
  if (text === undefined) return [`${type}: there is no sample`];
  const sample: unknown = JSON.parse(text);
  const envelope = Event.safeParse(sample);
  if (!envelope.success) return [`${type}: not an event: ${envelope.error.message}`];
  const data = events[type].data.safeParse(envelope.data.data);
  return [
    ...(envelope.data.event === type ? [] : [`${type}: the sample says it is ${envelope.data.event}`]),
    ...(data.success ? [] : [`${type}: ${data.error.message}`]),
    ...(shows(page, type, text) ? [] : [`${type}: docs/reference/events.md does not show this sample`]),
  ];
}

/** A heading of its own, and the file as it is below it. */
function shows(page: string, type: string, text: string): boolean {
  const section = page.split(`\n### ${type}\n`)[1]?.split(/\n##/)[0] ?? '';
  return section.includes(`\`\`\`json\n${text}\`\`\``);
}

async function strangers(types: string[]): Promise<string[]> {
  const known = new Set(types.map((type) => `${type}.json`));
  return (await readdir(SAMPLES)).filter((name) => !known.has(name)).map((name) => `${name}: there is no such event`);
}

await main();
