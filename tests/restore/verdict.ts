import type { Sender } from '../chaos/send-tenant.ts';
import { countJobs, readKept, type Verdict as SendVerdict, verify } from '../chaos/send-verify.ts';
import { withDatabase } from '../chaos/verify.ts';
import { ask } from './cluster.ts';
import type { Machine } from './installation.ts';
import type { Load } from './load.ts';

export type Verdict = SendVerdict & {
  /** Messages of ours that a provider has and the database does not. */
  providerOnly: number;
  inboundLost: number;
  inboundTwice: number;
  /** Contacts whose webhook never came, came more than once, or came with different ids. */
  webhooksLost: number;
  webhooksTwice: number;
  webhookIds: number;
};

/** Compares what callers and contacts did, what providers and receivers saw, and what the database has. */
export async function judge(machine: Machine, sender: Sender, load: Load, inFlight: ReadonlySet<string>): Promise<Verdict> {
  const all = (await Promise.all(sender.channels.map((channel) => machine.provider.delivered(channel)))).flat();
  const names = new Set(load.messages.map(({ name }) => name));
  const delivered = all.filter((name) => names.has(name));
  const { kept, jobsLeft } = await withDatabase(machine, async (client) => ({
    kept: await readKept(client, sender.tenantId),
    jobsLeft: await countJobs(client),
  }));
  const ours = new Set(load.messages.map(({ id }) => id));
  const known = kept.filter(({ id }) => ours.has(id));
  const stored = new Set(known.map(({ id }) => id));
  const reached = new Set(delivered);
  return {
    ...verify(
      load.messages.filter(({ id }) => stored.has(id)),
      { delivered, kept: known, inFlight, jobsLeft },
    ),
    providerOnly: load.messages.filter(({ id, name }) => !stored.has(id) && reached.has(name)).length,
    ...(await inboundIn(machine, load)),
    ...(await webhooksOf(machine, load)),
  };
}

async function inboundIn(machine: Machine, { written }: Load) {
  const rows = await ask<{ text: string; n: number }>(
    machine.cluster.url,
    "select text, count(*)::int as n from messages where sender = 'inbound' and text = any($1) group by 1",
    [written],
  );
  return { inboundLost: written.length - rows.length, inboundTwice: rows.filter(({ n }) => n > 1).length };
}

async function webhooksOf({ outside }: Machine, { contacts }: Load) {
  const entries = new Map((await outside.receiver.read()).map((entry) => [entry.thingId, entry]));
  const found = contacts.flatMap(({ id }) => entries.get(id) ?? []);
  return {
    webhooksLost: contacts.length - found.length,
    webhooksTwice: found.filter(({ count }) => count > 1).length,
    webhookIds: found.filter(({ webhookIds }) => webhookIds.length > 1).length,
  };
}
