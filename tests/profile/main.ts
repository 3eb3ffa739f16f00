import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openAutomations } from '../bench/automations-sides.ts';
import { openCampaign } from '../bench/campaign-sides.ts';
import { openDelivery } from '../bench/delivery-sides.ts';
import { openInbound } from '../bench/inbound-sides.ts';
import { openRead } from '../bench/read-sides.ts';
import { openClient } from '../bench/seed-runs.ts';
import { atEnd, main } from '../chaos/endings.ts';
import type { Contest } from '../ratios/pairs.ts';
import { profileOurs } from './measure.ts';
import { reportOf } from './report.ts';

/**
 * npm run profile -- read|delivery|inbound|automations|campaign. Profiles the server's side of a benchmark and prints what one message,
 * step or request costs. --write writes docs/scale/profile-NAME.md. SECONDS: length of the profiled slice.
 */
const profiled: Record<string, { title: string; unit: string; open(): Promise<Contest> }> = {
  read: { title: 'reading a chat', unit: 'request', open: openRead },
  delivery: { title: 'webhook deliveries', unit: 'delivery', open: openDelivery },
  inbound: { title: 'messages from WhatsApp', unit: 'message', open: openInbound },
  automations: { title: 'steps of automations', unit: 'step', open: openAutomations },
  campaign: { title: 'campaign messages', unit: 'message', open: openCampaign },
};

await main(async () => {
  const name = process.argv.slice(2).find((one) => !one.startsWith('-')) ?? '';
  const wanted = profiled[name];
  const server = process.env.TEST_DATABASE_SERVER;
  if (!wanted || !server) throw new Error(`npm run profile -- ${Object.keys(profiled).join('|')} [--write]`);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-profile-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  process.env.PROFILE_DIR = folder;
  process.env.PROFILE_POSTGRES_PORT = new URL(server).port;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${resolve('tests/profile/preload.ts')}`;
  await installStatistics(`${server}/postgres`);
  const contest = await wanted.open();
  const client = await openClient(`${server}/${contest.databases.at(-1)}`);
  atEnd(() => client.end());
  await installStatistics(`${server}/${contest.databases.at(-1)}`);
  const profile = await profileOurs(contest, client, folder);
  const report = reportOf({ ...wanted, command: `npm run profile -- ${name} --write` }, profile);
  console.log(report);
  if (process.argv.includes('--write')) await writeFile(`docs/scale/profile-${name}.md`, report);
  console.log(`units=${profile.units} cpuMs=${(profile.cpuMs / profile.units).toFixed(3)}`);
  return true;
});

async function installStatistics(url: string): Promise<void> {
  const client = await openClient(url);
  await client.query('create extension if not exists pg_stat_statements');
  await client.end();
}
