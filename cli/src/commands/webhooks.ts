import { command } from '../command.ts';
import { usage } from '../failure.ts';
import { parseTime, shortTime } from '../time.ts';

export const webhooks = command({
  name: 'webhooks',
  summary: 'List the endpoints that events are sent to',
  arguments: [],
  options: {},
  examples: ['patchbay webhooks'],
  async run({ io, out, patchbay }) {
    const found = await Array.fromAsync((await patchbay()).webhooks.each({ sortBy: 'desc(createdAt)' }, { signal: io.signal }));
    const columns = [
      { title: 'webhook' },
      { title: 'status' },
      { title: 'failing since' },
      { title: 'events', flexible: true },
      { title: 'url', flexible: true },
    ];
    out.result(found, () =>
      out.table(
        columns,
        found.map(({ id, status, failingSince, events, url }) => [
          id,
          status,
          shortTime(failingSince),
          events.map(({ type }) => type ?? 'all').join(' '),
          url,
        ]),
      ),
    );
  },
});

export const webhooksReplay = command({
  name: 'webhooks replay',
  summary: 'Deliver the events of a time range to an endpoint again',
  details: 'Runs in the background with the same webhook-ids as before, so a receiver that deduplicates processes nothing twice.',
  arguments: [{ name: 'webhook', summary: 'the id of a webhook, from patchbay webhooks' }],
  options: {
    from: { type: 'string', value: 'TIME', summary: 'start: 2h for two hours ago, or 2026-11-16T08:00:00Z' },
    until: { type: 'string', value: 'TIME', summary: 'end; default: now' },
  },
  examples: ['patchbay webhooks replay 01a1dcc9-d140-70a5-87d3-57bbd0af6599 --from 2h'],
  async run({ io, out, args, options, patchbay }) {
    if (options.from === undefined) throw usage('webhooks replay needs --from TIME', 'such as --from 2h');
    const now = new Date();
    const from = parseTime(options.from, '--from', now);
    const until = options.until === undefined ? now : parseTime(options.until, '--until', now);
    if (from >= until) throw usage('--from must be before --until');
    const range = { from: from.toISOString(), until: until.toISOString() };
    await (await patchbay()).webhooks.replay(args.webhook, range, { signal: io.signal });
    out.result({ webhookId: args.webhook, ...range }, () =>
      out.line(`The events from ${range.from} until ${range.until} are delivered to ${args.webhook} again.`),
    );
  },
});
