import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../channels/api.ts';
import type { Sender } from '../chaos/send-tenant.ts';
import { idsIn, settle } from '../chaos/send-verify.ts';
import { withDatabase } from '../chaos/verify.ts';
import { ask } from './cluster.ts';
import { type Machine, machineFolder, type Outside, restoreCluster, restoreMachine } from './installation.ts';
import { type Load, startLoad } from './load.ts';
import { judge, type Verdict } from './verdict.ts';
import { type Acknowledged, acknowledgedBy, answeredBefore, askedAfter, countIn, countOf } from './writes.ts';

/** What a scenario found. `machine`: the one that replaced the destroyed one. */
export type Ended = { machine: Machine; figures: Record<string, number>; faults: string[] };
export type Scenario = (machine: Machine, sender: Sender) => Promise<Ended>;

const TRAFFIC_MS = Number(process.env.TRAFFIC_SECONDS ?? 15) * 1_000;
/** Longer than the time limit of a change (10 s): a commit that waits for the receiver must not end as acknowledged. */
const WITHOUT_RECEIVER_MS = 14_000;
/** How many messages wait at the moment that is restored. */
const WAITING = 5;

/** The machine is destroyed in the middle of the traffic. Nothing that was acknowledged is lost. */
export const toTheEnd: Scenario = async (machine, sender) => {
  const load = startLoad(machine.outside, sender);
  await wait(TRAFFIC_MS / 2);
  const archivedAt = await archiveNow(machine);
  await wait(TRAFFIC_MS / 2);
  const acknowledged = await destroy(machine, load);
  const archive = await lookAtArchive(machine.outside, acknowledged, archivedAt);
  const ended = await restoreToTheEnd(machine, sender, load, acknowledged);
  const faults = archive.archiveMissing > 0 ? [`archiveMissing=${archive.archiveMissing}, not 0`] : [];
  return { ...ended, figures: { ...ended.figures, ...archive }, faults: [...ended.faults, ...faults] };
};

/** The receiver dies before the machine: from then on no write is acknowledged that only the machine has. */
export const withoutReceiver: Scenario = async (machine, sender) => {
  const load = startLoad(machine.outside, sender);
  await wait(TRAFFIC_MS / 2);
  await machine.wal.kill();
  await wait(WITHOUT_RECEIVER_MS);
  return restoreToTheEnd(machine, sender, load, await destroy(machine, load));
};

/** Goes back to a moment before the machine was destroyed, as after a deletion by mistake. What was sent since is not sent again. */
export const pointInTime: Scenario = async (machine, sender) => {
  const { outside } = machine;
  const load = startLoad(outside, sender);
  await wait(TRAFFIC_MS / 2);
  const burst = load.burst();
  await untilWaiting(machine);
  const [row] = await ask<{ now: string }>(machine.cluster.url, 'select clock_timestamp()::text as now');
  const target = Date.parse(row?.now ?? '');
  await burst;
  await wait(TRAFFIC_MS / 2); // the burst is sent meanwhile
  await load.stop();
  const acknowledged = await destroy(machine, load);
  const options = ['--type=time', `--target=${row?.now}`, '--target-action=promote', received(machine)];
  const counted = { before: 0, after: 0, held: 0 };
  const next = await restoreMachine(outside, options, async (url, admin) => {
    counted.before = await countIn(url, answeredBefore(acknowledged, target));
    counted.after = await countIn(url, askedAfter(acknowledged, target));
    counted.held = Number(/held: (\d+)/.exec(await admin('restore', 'hold', '--until', new Date().toISOString()))?.[1]);
  });
  const verdict = await resume(next, sender, load, new Set());
  const wanted = countOf(answeredBefore(acknowledged, target));
  const figures = { before: wanted, restored: counted.before, after: counted.after, held: counted.held, sentTwice: verdict.dup };
  const faults = [
    ...(wanted - counted.before > 0 ? [`lost=${wanted - counted.before}, not 0`] : []),
    ...(counted.after > 0 ? [`after=${counted.after}, not 0`] : []),
    ...(counted.held === 0 ? ['held=0: nothing was waiting at that moment, so nothing was tested'] : []),
    ...faultsIn(verdict, { dup: 0, unsettled: 0, jobsLeft: 0 }),
  ];
  return { machine: next, figures: { ...figures, unknown: verdict.unknown, providerOnly: verdict.providerOnly }, faults };
};

/** Waits until messages wait to be sent: without them the moment would prove nothing. */
const untilWaiting = ({ cluster }: Machine) =>
  until(
    () => ask<{ n: number }>(cluster.url, "select count(*)::int as n from messages where send_state = 'queued'"),
    ([waiting]) => (waiting?.n ?? 0) >= WAITING,
  );

/** Makes the archive receive all WAL until now. Returns that moment. The check of the operator may fail; what PostgreSQL believes counts here. */
async function archiveNow({ cluster }: Machine): Promise<number> {
  const at = Date.now();
  const [row] = await ask<{ segment: string }>(cluster.url, 'select pg_walfile_name(pg_switch_wal()) as segment');
  await until(
    () => ask<{ last: string | null }>(cluster.url, 'select last_archived_wal as last from pg_stat_archiver'),
    ([archiver]) => (archiver?.last ?? '') >= (row?.segment ?? ''),
  );
  return at;
}

async function destroy(machine: Machine, load: Load): Promise<Acknowledged> {
  machine.outside.gate.shut(); // providers repeat their callbacks
  await machine.destroy();
  await machine.wal.kill(); // its folder stays
  return acknowledgedBy(load, machine.outside.takenTexts);
}

/** What a restore without the receiver would have: its loss is the reason for the receiver. */
async function lookAtArchive(outside: Outside, acknowledged: Acknowledged, archivedAt: number) {
  const folder = await machineFolder(outside);
  const cluster = await restoreCluster(outside, folder, ['--archive-mode=off']);
  const early = answeredBefore(acknowledged, archivedAt);
  const archiveOnlyLost = countOf(acknowledged) - (await countIn(cluster.url, acknowledged));
  const archiveMissing = countOf(early) - (await countIn(cluster.url, early));
  await cluster.unit.kill();
  await rm(folder, { recursive: true, force: true });
  return { archiveOnlyLost, archiveMissing };
}

async function restoreToTheEnd(machine: Machine, sender: Sender, load: Load, acknowledged: Acknowledged): Promise<Ended> {
  const startedAt = performance.now();
  let restored = 0;
  let inFlight: string[] = [];
  const next = await restoreMachine(machine.outside, [received(machine)], async (url) => {
    restored = await countIn(url, acknowledged);
    inFlight = await withDatabase({ services: { databaseUrl: url } } as Machine, (client) => idsIn(client, 'sending'));
  });
  const downSeconds = Math.round((performance.now() - startedAt) / 1000);
  const verdict = await resume(next, sender, load, new Set(inFlight));
  const lost = countOf(acknowledged) - restored;
  const never = { dup: 0, failed: 0, unsettled: 0, claimed: 0, unexplained: 0, ghosts: 0, jobsLeft: 0, inboundLost: 0 };
  const faults = [
    ...(lost > 0 ? [`lost=${lost}, not 0`] : []),
    ...faultsIn(verdict, {
      ...never,
      inboundTwice: 0,
      webhooksLost: 0,
      webhookIds: 0,
      unknownButSent: 0,
      unknown: verdict.missing,
    }),
  ];
  const { dup: sentTwice, unknown, webhooksTwice } = verdict;
  const figures = { acknowledged: countOf(acknowledged), restored, sentTwice, inFlight: inFlight.length, unknown, webhooksTwice };
  return { machine: next, figures: { ...figures, downSeconds }, faults };
}

const received = ({ outside, wal }: Machine): string =>
  `--recovery-option=restore_command=${outside.backup.restoreWal(wal.folder)}`;

/** Callers and providers repeat what was not answered; all work ends. */
async function resume(machine: Machine, sender: Sender, load: Load, inFlight: Set<string>): Promise<Verdict> {
  await machine.gate.release();
  await load.stop();
  for (const account of sender.channels) await machine.provider.flush(account);
  await settle(machine);
  return judge(machine, sender, load, inFlight);
}

const faultsIn = (verdict: Verdict, wanted: Partial<Verdict>): string[] =>
  Object.entries(wanted)
    .filter(([name, value]) => verdict[name as keyof Verdict] !== value)
    .map(([name, value]) => `${name}=${verdict[name as keyof Verdict]}, not ${value}`);
