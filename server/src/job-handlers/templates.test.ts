import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Refusal, TemplateConnector, TemplateDraft } from '../adapters/adapter.ts';
import type { OpenChannel } from '../adapters/connector.ts';
import { type ChannelType, createChannel, getChannel } from '../domain/channels/index.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  recordVerdicts,
  submitTemplate,
  type TemplateText,
  updateTemplate,
} from '../domain/templates/index.ts';
import { createTenant } from '../domain/tenants/index.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { createFileStore } from '../platform/file-store/index.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { JobRef } from '../queue/index.ts';
import { createContext, rows } from '../storage/context.ts';
import { openDatabase } from '../storage/database.ts';
import { maintainPartitions } from '../storage/partition-maintenance.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { createTemplateRemover } from './remove-template.ts';
import { createTemplateSubmitter, toDraft } from './submit-template.ts';

const testDatabase = await createTestDatabase();
const config = loadConfig({ DATABASE_URL: testDatabase.url });
const log = createLogger('silent');
const clock = systemClock;
const files = createFileStore(config);
const database = openDatabase(config, log);
await maintainPartitions({ config, database, clock, log, metrics: createMetrics() });
after(async () => {
  await database.close();
  await testDatabase.drop();
});

const text: TemplateText = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'utility',
  format: 'named',
  header: { kind: 'text', text: 'Order {{order_id}}', examples: [{ name: 'order_id', value: 'A-1' }] },
  body: { text: 'Hello {{first_name}}, it is on its way.', examples: [{ name: 'first_name', value: 'Ada' }] },
  footer: null,
  buttons: [
    { type: 'quick_reply', text: 'Thanks', value: 'thanks', example: null },
    { type: 'url', text: 'Follow', value: 'https://example.com/{{order_id}}', example: 'A-1' },
  ],
};

type Answer = Awaited<ReturnType<TemplateConnector<never>['submit']>>;
const submitted = (status: 'pending' | 'approved' | 'rejected' = 'pending'): Answer => ({
  kind: 'submitted',
  vendorId: '77',
  status,
});
const refusal = (next: Refusal['next'], retryAfterSeconds?: number): Refusal => ({
  kind: 'refused',
  error: { key: 'x', code: '1', message: 'The provider says no' },
  next,
  retryAfterSeconds,
});

/** A tenant with a channel, a provider with given responses, and the waiting jobs. No worker runs by itself. */
async function scene(options: { type?: ChannelType; isConnected?: boolean; hasConnector?: boolean } = {}) {
  const { type = 'whatsapp', isConnected = true, hasConnector = true } = options;
  const ctx = createContext({ database, clock, log, notify: () => undefined }, newId(clock));
  await createTenant(ctx, { name: 'Test', plan: 'pro', ratePerMinute: 1000 });
  const channel = await createChannel(ctx, { type, name: 'Shop' });
  const provider = {
    answer: submitted() as Answer,
    removal: { kind: 'removed' } as { kind: 'removed' } | Refusal,
    drafts: [] as TemplateDraft[],
    removed: [] as object[],
    meanwhile: async () => undefined as unknown,
  };
  const templates: TemplateConnector<never> = {
    async submit(_deps, _settings, draft) {
      provider.drafts.push(draft);
      await provider.meanwhile();
      return provider.answer;
    },
    async remove(_deps, _settings, template) {
      provider.removed.push(template);
      return provider.removal;
    },
  };
  const open = async () => (isConnected ? ({ adapter: hasConnector ? { templates } : {} } as OpenChannel) : undefined);
  const waiting = (name: string) =>
    rows<JobRef & { dueAt: Date }>(
      ctx,
      sql`select tenant_id as "tenantId", id, attempt, due_at as "dueAt" from jobs where tenant_id = ${ctx.tenantId} and name = ${name}`,
    );
  const work = {
    submit_template: createTemplateSubmitter({ connector: { open }, files }),
    remove_template: createTemplateRemover({ connector: { open } }),
  };
  const run = async (name: keyof typeof work) => {
    let done = 0;
    await work[name](ctx, await waiting(name), () => done++);
    return done;
  };
  const events = async () => {
    const statement = sql`select data from events where tenant_id = ${ctx.tenantId} and type = 'template.status_changed' order by id`;
    const changes = await rows<{ data: { previousStatus: string; status: string } }>(ctx, statement);
    return changes.map(({ data }) => `${data.previousStatus} to ${data.status}`);
  };
  const template = await createTemplate(ctx, channel.id, text);
  const read = () => getTemplate(ctx, template.id);
  const reviewStatus = async () => {
    const { status, reason, vendorId } = await read();
    return [status, reason, vendorId];
  };
  return { ctx, channel, provider, waiting, run, events, read, reviewStatus, id: template.id };
}

test('a submission reaches the provider in its form, and waits for the verdict', async () => {
  const { ctx, id, provider, run, waiting, reviewStatus, events } = await scene();
  await submitTemplate(ctx, id);
  assert.equal(await run('submit_template'), 1);
  assert.deepEqual(await reviewStatus(), ['pending', null, '77']);
  assert.deepEqual(await waiting('submit_template'), []);
  assert.deepEqual(provider.drafts[0]?.header, { text: 'Order {{order_id}}', examples: ['A-1'] });
  assert.deepEqual(provider.drafts[0]?.buttons, [
    { type: 'quick_reply', text: 'Thanks' },
    { type: 'url', text: 'Follow', value: 'https://example.com/{{1}}', example: 'https://example.com/A-1' },
  ]);
  assert.deepEqual(await events(), ['draft to pending']);
});

test('a draft with a file for a header says only its kind', async () => {
  const { read } = await scene();
  const draft = toDraft({ ...(await read()), header: { kind: 'image', text: null, examples: [] } });
  assert.deepEqual(draft.header, { kind: 'image' });
});

test('examples reach the provider in the order of their numbers', async () => {
  const { read } = await scene();
  const examples = ['2', '10', '1'].map((name) => ({ name, value: name }));
  const draft = toDraft({ ...(await read()), format: 'positional', body: { text: '', examples } });
  assert.deepEqual(
    draft.body.examples.map(({ name }) => name),
    ['1', '2', '10'],
  );
});

test('a provider that decides at once is heard at once', async () => {
  for (const status of ['approved', 'rejected'] as const) {
    const { ctx, id, provider, run, read } = await scene();
    provider.answer = submitted(status);
    await submitTemplate(ctx, id);
    await run('submit_template');
    assert.equal((await read()).status, status);
  }
});

test('a refusal for good is a rejection with the provider’s words; changed and submitted again, it goes again', async () => {
  const { ctx, id, provider, run, reviewStatus, events } = await scene();
  provider.answer = refusal('fail');
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.deepEqual(await reviewStatus(), ['rejected', 'The provider says no', null]);
  await updateTemplate(ctx, id, { footer: 'Reply STOP to stop' });
  assert.deepEqual(await reviewStatus(), ['draft', null, null]);
  provider.answer = submitted();
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.equal(provider.drafts[1]?.footer, 'Reply STOP to stop');
  assert.deepEqual(await events(), ['draft to pending', 'pending to rejected', 'rejected to draft', 'draft to pending']);
});

test('submitted again, a rejected text names what the provider calls it, and the next verdict counts', async () => {
  const { ctx, id, channel, provider, run, reviewStatus } = await scene();
  const about = { vendorId: '77', name: text.name, language: text.language, reason: null };
  await submitTemplate(ctx, id);
  await run('submit_template');
  await recordVerdicts(ctx, channel.id, [{ ...about, status: 'rejected' }]);
  await updateTemplate(ctx, id, { footer: 'Better' });
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.deepEqual(
    provider.drafts.map((draft) => (draft as { vendorId?: unknown }).vendorId),
    [null, '77'],
  );
  assert.deepEqual(provider.removed, []);
  await recordVerdicts(ctx, channel.id, [{ ...about, status: 'approved' }]);
  assert.deepEqual(await reviewStatus(), ['approved', null, '77']);
});

test('a verdict about another template of the same name does not outlive the answer to the submission', async () => {
  const { ctx, id, channel, provider, run, reviewStatus } = await scene();
  const about = { vendorId: '5', name: text.name, language: text.language, reason: null };
  provider.meanwhile = () => recordVerdicts(ctx, channel.id, [{ ...about, status: 'disabled' }]);
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.deepEqual(await reviewStatus(), ['pending', null, '77']);
});

test('a refusal for now is tried again when the provider says, and says meanwhile why it waits', async () => {
  const { ctx, id, provider, run, waiting, reviewStatus } = await scene();
  provider.answer = refusal('slow_down', 90);
  await submitTemplate(ctx, id);
  await run('submit_template');
  const [again] = await waiting('submit_template');
  const waitsMs = (again?.dueAt.getTime() ?? 0) - clock.now().getTime();
  assert.ok(again?.attempt === 2 && waitsMs > 30_000 && waitsMs <= 90_000, `it waits ${waitsMs} ms`);
  assert.deepEqual(await reviewStatus(), ['pending', 'Not submitted yet: The provider says no', null]);
  provider.answer = submitted();
  await run('submit_template');
  assert.deepEqual(await reviewStatus(), ['pending', null, '77']);
});

test('a provider that refuses the channel stops it; one that throws is asked again', async () => {
  const { ctx, id, channel, provider, run, waiting, read } = await scene();
  provider.answer = refusal('stop_channel');
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.equal((await getChannel(ctx, channel.id)).status, 'error');
  provider.meanwhile = async () => Promise.reject(new Error('no line'));
  await run('submit_template');
  assert.equal((await waiting('submit_template'))[0]?.attempt, 3);
  assert.equal((await read()).status, 'pending');
});

test('a channel that is not connected keeps the submission; one without a connector approves', async () => {
  const unconnected = await scene({ isConnected: false });
  await submitTemplate(unconnected.ctx, unconnected.id);
  await unconnected.run('submit_template');
  assert.match(String((await unconnected.read()).reason), /give it its settings/);
  assert.equal((await unconnected.waiting('submit_template')).length, 1);
  const withoutConnector = await scene({ hasConnector: false });
  await submitTemplate(withoutConnector.ctx, withoutConnector.id);
  await withoutConnector.run('submit_template');
  assert.equal((await withoutConnector.read()).status, 'approved');
});

test('SMS, email and Instagram approve at once, without a job', async () => {
  for (const type of ['sms', 'email', 'instagram'] as const) {
    const { ctx, id, waiting, events } = await scene({ type });
    assert.equal((await submitTemplate(ctx, id)).status, 'approved');
    assert.deepEqual(await waiting('submit_template'), []);
    assert.deepEqual(await events(), ['draft to approved']);
  }
});

test('a verdict that arrives before the response to its submission is kept', async () => {
  const { ctx, id, channel, provider, run, reviewStatus, events } = await scene();
  const approved = { vendorId: '77', name: text.name, language: text.language, status: 'approved', reason: null } as const;
  provider.meanwhile = () => recordVerdicts(ctx, channel.id, [approved]);
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.deepEqual(await reviewStatus(), ['approved', null, '77']);
  assert.deepEqual(await events(), ['draft to pending', 'pending to approved']);
});

test('two workers at one submission: the second finds it done and records nothing', async () => {
  const { ctx, id, provider, run, events, reviewStatus } = await scene();
  provider.meanwhile = async () => {
    provider.meanwhile = async () => undefined;
    provider.answer = submitted('approved');
    await run('submit_template');
    provider.answer = refusal('fail');
  };
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.deepEqual(await reviewStatus(), ['approved', null, '77']);
  assert.deepEqual(await events(), ['draft to pending', 'pending to approved']);
});

test('verdicts: matched by the provider’s id, else by name and language; repeats and strangers change nothing', async () => {
  const { ctx, id, channel, reviewStatus, events } = await scene();
  await submitTemplate(ctx, id);
  const about = { vendorId: '77', name: text.name, language: text.language, reason: null };
  const rejected = { ...about, status: 'rejected', reason: 'INVALID_FORMAT' } as const;
  await recordVerdicts(ctx, channel.id, [
    { ...rejected, language: 'de' },
    { ...rejected, name: 'other' },
  ]);
  await recordVerdicts(ctx, newId(clock), [rejected]);
  assert.deepEqual(await reviewStatus(), ['pending', null, null]);
  await recordVerdicts(ctx, channel.id, [rejected, rejected]);
  await recordVerdicts(ctx, channel.id, [rejected]);
  assert.deepEqual(await reviewStatus(), ['rejected', 'INVALID_FORMAT', '77']);
  await recordVerdicts(ctx, channel.id, [{ ...about, vendorId: '78', status: 'disabled' }]); // of another template with the same name
  await recordVerdicts(ctx, channel.id, [{ ...about, name: 'renamed', status: 'approved' }]);
  await recordVerdicts(ctx, channel.id, [
    { ...about, status: 'paused' },
    { ...about, status: 'pending' },
  ]);
  await recordVerdicts(ctx, channel.id, [{ ...about, status: 'deleted' }]);
  assert.deepEqual(await reviewStatus(), ['disabled', 'It was deleted at the provider', '77']);
  const changes = ['draft to pending', 'pending to rejected', 'rejected to approved', 'approved to paused', 'paused to disabled'];
  assert.deepEqual(await events(), changes);
});

test('what is deleted here is removed there, by the provider’s own id; a draft was never there', async () => {
  const { ctx, id, provider, run, waiting } = await scene();
  await submitTemplate(ctx, id);
  await run('submit_template');
  await deleteTemplate(ctx, id);
  provider.removal = refusal('retry');
  await run('remove_template');
  assert.equal((await waiting('remove_template'))[0]?.attempt, 2);
  provider.removal = { kind: 'removed' };
  await run('remove_template');
  assert.deepEqual(provider.removed.at(-1), { name: text.name, vendorId: '77' });
  assert.deepEqual(await waiting('remove_template'), []);
  const draft = await scene();
  await deleteTemplate(draft.ctx, draft.id);
  assert.deepEqual(await draft.waiting('remove_template'), []);
});

test('a template that is deleted while it is submitted is removed at the provider afterwards', async () => {
  const { ctx, id, provider, run, waiting } = await scene();
  provider.meanwhile = () => deleteTemplate(ctx, id);
  await submitTemplate(ctx, id);
  await run('submit_template');
  assert.equal((await waiting('remove_template')).length, 1);
  provider.removal = refusal('fail');
  await run('remove_template');
  assert.deepEqual(provider.removed, [{ name: text.name, vendorId: '77' }]);
  assert.deepEqual(await waiting('remove_template'), []); // the provider refused, and no message can use the template
});
