import assert from 'node:assert/strict';
import { mapParallel } from '../../security/client.ts';
import type { Kind } from '../kinds.ts';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Promised } from './promised.ts';

type Action = 'retry' | 'slow_down' | 'fail' | 'stop_channel' | 'unknown';
type Line = [codes: number[], action: Action, implies?: 'opted_out' | 'window_closed' | 'template_changed'];

/** What each code must lead to, as the providers' own pages have it. */
const actions: Record<Kind, Line[]> = {
  whatsapp: [
    [[0, 190], 'stop_channel'], // token
    [[3, 10, 200, 294, 299], 'stop_channel'], // permission
    [[33, 368, 131031, 131042, 133010, 133016], 'stop_channel'], // deleted, blocked, locked, unpaid, unregistered
    [[1, 2, 131000, 131016, 131057], 'retry'],
    [[131056], 'retry'], // too many to this one person
    [[131052], 'retry'], // media could not be downloaded
    [[4, 80007, 130429, 131048], 'slow_down'],
    [[100, 131008, 131009, 131021, 131026, 131049, 131051, 131053, 131060, 130472], 'fail'],
    [[132000, 132001, 132005, 132007, 132012], 'fail'],
    [[132015, 132016], 'fail', 'template_changed'],
    [[131047], 'fail', 'window_closed'],
    [[131050], 'fail', 'opted_out'],
    [[987654], 'fail'], // an unknown code
  ],
  instagram: [
    [[0, 190, 3, 200, 368], 'stop_channel'],
    [[1, 2], 'retry'],
    [[4, 613, 80002], 'slow_down'],
    [[100, 551, 987654], 'fail'],
    [[10], 'fail', 'window_closed'],
  ],
  sms: [
    [[20003, 20005, 21601, 21603], 'stop_channel'],
    [[14107, 20429], 'slow_down'],
    [[21211, 21266, 21408, 21602, 21606, 21612, 21614, 21617, 21620, 29999], 'fail'],
    [[21610], 'fail', 'opted_out'],
    [[20500], 'unknown'], // a server that fails may have taken it
  ],
  email: [
    [[421, 450, 451, 452], 'retry'],
    [[550, 552, 553, 554, 571], 'fail'],
    [[535], 'stop_channel'],
  ],
};

/** Codes that come after the message was taken, and whether they say that the contact wants no more. */
const later: Record<Exclude<Kind, 'instagram'>, [code: number, isOptOut: boolean][]> = {
  whatsapp: [
    [131026, false],
    [131047, false],
    [131050, true],
    [130472, false],
  ],
  sms: [
    [30001, false],
    [30003, false],
    [30004, false],
    [30005, false],
    [30006, false],
    [30007, false],
    [30008, false],
    [30034, false],
    [21610, true],
  ],
  email: [[550, false]],
};

const keepAtOnce: Promised['keep'] = async (bench) => {
  const wanted = actions[bench.kind].flatMap(([codes, action, implies]) => codes.map((code) => ({ code, action, implies })));
  await bench.phone.turn({
    errorFor: choices(
      bench,
      wanted.map(({ code }) => code),
    ),
  });
  await mapParallel(wanted, 8, async ({ code, action, implies }) => {
    const outcome = await bench.send(bench.outgoing(code));
    const came = outcome.kind === 'refused' ? [outcome.next, outcome.implies] : [outcome.kind, undefined];
    assert.deepEqual(came, [action, implies], `code ${code}: ${JSON.stringify(outcome)}`);
    if (outcome.kind === 'refused') assert.ok(outcome.error.message.length > 3, `code ${code} has no words`);
  });
};

const keepLater: Promised['keep'] = async (bench) => {
  const codes = later[bench.kind as keyof typeof later];
  await bench.phone.turn({
    errorFor: choices(
      bench,
      codes.map(([code]) => code),
      true,
    ),
  });
  const sent = new Map<string, [number, boolean]>();
  for (const [code, isOptOut] of codes) {
    const message = bench.outgoing(code);
    assert.equal((await bench.send(message)).kind, 'accepted', `code ${code}`);
    sent.set(message.messageId, [code, isOptOut]);
  }
  const failed = (await bench.read()).filter((item) => item.kind === 'status' && item.status === 'failed');
  assert.equal(failed.length, codes.length);
  for (const item of failed) {
    if (item.kind !== 'status') continue;
    const [code, isOptOut] = sent.get(item.messageId ?? '') ?? [];
    assert.equal(item.isOptOut, isOptOut, `code ${code}`);
    assert.ok(item.error?.code, `code ${code} came without a code`);
    if (bench.kind !== 'email') assert.equal(item.error.code, String(code)); // a mail has the finer 5.1.1
  }
};

/** Each code has a person of its own. */
const choices = ({ kind }: Bench, codes: number[], isLater = false): Record<string, unknown> =>
  Object.fromEntries(codes.map((code) => [personOn(kind, code).from, isLater ? { code, later: true } : code]));

export const refusalPromises: Promised[] = [
  { name: 'every code leads to its action', keep: keepAtOnce },
  { name: 'every code that comes later is a failed status that says why', kinds: ['whatsapp', 'sms', 'email'], keep: keepLater },
];
