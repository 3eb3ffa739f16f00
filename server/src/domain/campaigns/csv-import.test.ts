import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { type Ctx, idFor, inTransaction, rows } from '../../storage/context.ts';
import { given } from '../../test-kit/given.ts';
import { storeFile } from '../files/index.ts';
import { insertImport } from './campaigns.store.ts';
import { createAudienceReader, createCampaign, getImport, searchRefusedLines } from './index.ts';

const mapping = { Phone: 'phoneNumber', Name: 'firstName', Offer: 'variables.offer' };

/** Creates a campaign with an uploaded file and no job: the test runs the steps. */
async function unread(text: string) {
  const { tenant, app } = await given();
  const { ctx } = tenant;
  async function* stream() {
    yield Buffer.from(text);
  }
  const file = await storeFile(ctx, app.files, { stream: stream(), maxBytes: 10_000_000, source: 'upload', name: 'list.csv' });
  const { id } = await createCampaign(ctx, { ...plain, channelId: (await tenant.channel('sms')).id });
  await insertImport(ctx, id, { fileId: file.id, mapping });
  const read = createAudienceReader({ files: app.files });
  const step = (ctx: Ctx) => read(ctx, { campaignId: id }, idFor(ctx));
  return { ctx, id, step };
}

const plain = {
  name: 'From a file',
  description: null,
  content: null,
  automationId: null,
  messageTemplateId: null,
  variables: {},
  audience: { contactIds: [] },
  scheduledAt: null,
  recurrenceRules: [],
  timeZone: 'UTC',
  missed: 'run_late' as const,
};

const audienceOf = (ctx: Ctx, id: string) =>
  rows<{ phone: string; variables: object }>(
    ctx,
    sql`select h.value as phone, a.variables from campaign_audience a
        join handles h on h.tenant_id = a.tenant_id and h.contact_id = a.contact_id
        where a.tenant_id = ${ctx.tenantId} and a.campaign_id = ${id} order by h.value`,
  );

test('a step that fails leaves nothing; repeated, every line counts once', async () => {
  const people = Array.from({ length: 1_500 }, (_, i) => `+49151${String(i).padStart(7, '0')},P${i},${i} %`);
  people[1_100] = 'no number,Nobody,x';
  const { ctx, id, step } = await unread(`Phone,Name,Offer\n${people.join('\n')}\n`);
  const failStep = async () =>
    inTransaction(ctx, async (ctx) => {
      await step(ctx);
      throw new Error('killed');
    }).catch(() => undefined);
  let steps = 0;
  for (let isOver = false; !isOver; steps++) {
    await failStep();
    isOver = (await inTransaction(ctx, step)) === undefined;
  }
  assert.equal(steps, 2);
  const { status, lines, accepted, refused } = (await getImport(ctx, id)) ?? {};
  assert.deepEqual({ status, lines, accepted, refused }, { status: 'completed', lines: 1_501, accepted: 1_499, refused: 1 });
  const audience = await audienceOf(ctx, id);
  assert.equal(audience.length, 1_499);
  assert.deepEqual(audience[0], { phone: '+491510000000', variables: { offer: '0 %' } });
  const report = await searchRefusedLines(ctx, id, {});
  assert.deepEqual(
    report.items.map(({ line, reason, text }) => [line, reason, text]),
    [[1_102, 'phoneNumber: This is no phone number with its country code, such as +4915112345678', 'no number,Nobody,x']],
  );
});

test('a contact listed twice is in the audience once, and the second line is refused', async () => {
  const { ctx, id, step } = await unread('Phone,Name,Offer\n+4915155,A,one\n004915155,B,two\n+4915156,C,three\n');
  await inTransaction(ctx, step);
  assert.deepEqual(await audienceOf(ctx, id), [
    { phone: '+4915155', variables: { offer: 'one' } },
    { phone: '+4915156', variables: { offer: 'three' } },
  ]);
  const { items } = await searchRefusedLines(ctx, id, {});
  assert.deepEqual(
    items.map(({ line, text }) => [line, text]),
    [[3, '004915155,B,two']],
  );
});

test('a file that cannot be read fails with a reason', async () => {
  for (const [text, reason] of [
    ['Number,Name\n1,2\n', 'The file has no column Offer, Phone; its first line names Number, Name'],
    ['PK\u0003\u0004\u0000\u0000', 'The file is no CSV in UTF-8 with the names of its columns in the first line'],
  ] as const) {
    const { ctx, id, step } = await unread(text);
    assert.equal(await inTransaction(ctx, step), undefined);
    const read = await getImport(ctx, id);
    assert.deepEqual([read?.status, read?.reason], ['failed', reason]);
  }
});
