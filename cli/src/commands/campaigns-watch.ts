import { setTimeout as wait } from 'node:timers/promises';
import type { types } from '@patchbay/sdk';
import { command } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { count, type Progress } from '../progress.ts';
import { wholeNumber } from '../whole-number.ts';

type Seen = { campaign: types.Campaign; statistics: types.CampaignStatistics };

export const campaignsWatch = command({
  name: 'campaigns watch',
  summary: 'Watch the progress of a campaign until it ends',
  details:
    'Ends with 0 when the campaign is completed and with 1 when it failed or was cancelled. Ctrl-C stops watching, not the campaign.',
  arguments: [{ name: 'campaign', summary: 'the id of a campaign' }],
  options: { interval: { type: 'string', value: 'SECONDS', summary: 'polling interval, 1 to 60; default: 1' } },
  examples: [
    'patchbay campaigns watch 01a1dca6-fec0-71d4-8860-39800fa9c47a',
    'patchbay campaigns watch 01a1dca6-… --json | jq .counts.sent',
  ],
  async run({ io, out, args, options, patchbay, progress }) {
    const everyMs = wholeNumber(options.interval, '--interval', 1, [1, 60]) * 1000;
    const api = await patchbay();
    const look = async (): Promise<Seen> => {
      const campaign = await api.campaigns.get(args.campaign, { signal: io.signal }); // first: the statistics below then include every run that it reports as ended
      return { campaign, statistics: await api.campaigns.getStatistics(args.campaign, { signal: io.signal }) };
    };
    let seen = await look();
    const bar = progress(seen.campaign.name);
    const printChange = createChangePrinter((line) => out.isJson && out.event(line, () => ''));
    let hasRun = false;
    try {
      for (printChange(seen); ; printChange(seen)) {
        bar.show(progressOf(seen));
        hasRun ||= seen.campaign.status === 'running';
        if (isOver(seen, hasRun)) break;
        await wait(everyMs, undefined, { signal: io.signal });
        seen = await look();
      }
    } finally {
      bar.end();
    }
    if (!out.isJson) out.line(summary(seen));
    return seen.campaign.status === 'failed' || seen.campaign.status === 'cancelled' ? exitCodes.failed.code : exitCodes.ok.code;
  },
});

/** A campaign with a schedule waits for its next run after a run ends; watching stops then. */
function isOver({ campaign: { status } }: Seen, hasRun: boolean): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed' || (hasRun && status === 'scheduled');
}

/** Of several runs the one that is under way counts, or the last. */
function currentRun({ campaign, statistics: { runs } }: Seen) {
  return runs.find(({ id }) => id === campaign.currentRunId) ?? runs.toSorted((a, b) => (a.instant < b.instant ? 1 : -1))[0];
}

const settledOf = ({ sent, failed, unknown, skipped, cancelled }: types.CampaignCounts): number =>
  sent + failed + unknown + skipped + cancelled;

function progressOf(seen: Seen): Progress {
  const { campaign } = seen;
  const run = currentRun(seen);
  const counts = run?.counts ?? seen.statistics.counts;
  const planning = run?.status === 'planning' ? 'planning' : '';
  const reason = campaign.statusReason ? `: ${campaign.statusReason}` : '';
  const trouble = counts.failed + counts.unknown > 0 ? `, ${count(counts.failed)} failed, ${count(counts.unknown)} unknown` : '';
  return {
    done: settledOf(counts),
    total: counts.recipients > 0 ? counts.recipients : null,
    ratePerSecond: campaign.status === 'running' ? (run?.ratePerSecond ?? 0) : 0,
    note: `${planning || campaign.status}${reason}${trouble}`,
  };
}

function summary(seen: Seen): string {
  const { campaign } = seen;
  const counts = currentRun(seen)?.counts ?? seen.statistics.counts;
  const parts = (['sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'cancelled'] as const).map(
    (name) => `${count(counts[name])} ${name}`,
  );
  const why = campaign.statusReason ? ` (${campaign.statusReason})` : '';
  return `${campaign.name} ${campaign.status}${why}: ${count(counts.recipients)} recipients, ${parts.join(', ')}`;
}

/** Returns a function that prints one line of JSON per change, not per poll. */
function createChangePrinter(print: (line: object) => void): (seen: Seen) => void {
  let last = '';
  return (seen) => {
    const { campaign } = seen;
    const run = currentRun(seen);
    const line = {
      id: campaign.id,
      status: campaign.status,
      statusReason: campaign.statusReason,
      runId: run?.id ?? null,
      counts: run?.counts ?? seen.statistics.counts,
      estimatedEndAt: run?.estimatedEndAt ?? null,
    };
    const now = JSON.stringify([line.status, line.runId, line.counts]);
    if (now !== last) print(line);
    last = now;
  };
}
