import type { Api, Json } from '../conformance/api.ts';
import { succeeded } from '../conformance/expect.ts';
import { unique } from '../conformance/fixtures.ts';
import { type Coverage, isRefused, kindsOn, type MessageKind, type Scenario, scenariosOn } from './expected.ts';
import { bodyOf, eachOf, neverWrote, newPeople, type Stage, until, wasRefused } from './stage.ts';

export type Figures = { cases: number; wrong: string[] };

type Cast = { scenario: Scenario; chat: Json; stranger: Json };

/** Every state × purpose × coverage × kind of message on one channel: each scenario has its own contacts. */
export async function verifyChannel(api: Api, stage: Stage, coverages: readonly Coverage[]): Promise<Figures> {
  const scenarios = scenariosOn(stage.kind, coverages);
  const chats = await newPeople(api, stage.line, scenarios.length);
  const hasStrangers = kindsOn(stage.kind).includes('initiated');
  const casts: Cast[] = [];
  for (const [i, scenario] of scenarios.entries())
    casts.push({ scenario, chat: chats[i], stranger: hasStrangers ? await neverWrote(api, stage.line) : null });
  await eachOf(casts, (cast) => state(api, stage, cast));
  const figures: Figures = { cases: 0, wrong: [] };
  const note = (scenario: Scenario, message: MessageKind, refused: boolean | undefined) => {
    figures.cases++;
    if (refused !== isRefused(scenario, message))
      figures.wrong.push(
        `${JSON.stringify(scenario)} ${message}: ${refused === undefined ? 'unknown' : refused ? 'refused' : 'sent'}`,
      );
  };
  await eachOf(casts, async (cast) => {
    for (const message of kindsOn(stage.kind)) {
      if (message === 'campaign' || message === 'automation') continue;
      note(cast.scenario, message, await isRefusedNow(api, stage, cast, message));
    }
  });
  const [skipped, failed] = [await campaignRefusals(api, stage, casts), await automationRefusals(api, stage, casts)];
  for (const { scenario, chat } of casts) {
    note(scenario, 'campaign', skipped.get(chat.contact.id));
    note(scenario, 'automation', failed.get(chat.contact.id));
  }
  return figures;
}

const AN_HOUR_MS = 3_600_000;

/** Records the statement of a scenario an hour ago, before the contact wrote. */
async function state(api: Api, stage: Stage, { scenario, chat, stranger }: Cast): Promise<void> {
  if (scenario.state === 'none') return;
  const { purpose, coverage } = scenario;
  const scope: Record<Coverage, object> = {
    this_channel: { channelId: stage.line.channelId },
    another_channel: { channelId: stage.second },
    this_kind: { channelType: stage.kind },
    another_kind: { channelType: stage.foreignKind },
    all_channels: {},
  };
  const at = new Date(Date.now() - AN_HOUR_MS).toISOString();
  for (const handleId of [chat.handle.id, stranger?.handles[0].id])
    if (handleId)
      succeeded(await api.post('/v3/consents', { handleId, purpose, state: scenario.state, at, ...scope[coverage] }), 201);
}

async function isRefusedNow(
  api: Api,
  { line, templates }: Stage,
  { chat, stranger }: Cast,
  message: MessageKind,
): Promise<boolean> {
  const body = bodyOf(message, templates);
  if (message !== 'initiated') return wasRefused(await api.post(`/v3/chats/${chat.id}/messages`, body));
  return wasRefused(await api.post('/v3/messages', { contactId: stranger.id, channelId: line.channelId, ...body }));
}

const WAITING = new Set(['planned']);

/** Contacts that a text campaign skipped because of consent. */
async function campaignRefusals(api: Api, { line }: Stage, casts: Cast[]): Promise<Map<string, boolean>> {
  const audience = { contactIds: casts.map(({ chat }) => chat.contact.id) };
  const fields = { name: unique('consent'), channelId: line.channelId, content: { type: 'text', text: 'Hello' }, audience };
  const { id } = succeeded(await api.post('/v3/campaigns', fields), 201);
  succeeded(await api.post(`/v3/campaigns/${id}/start`));
  const read = async (): Promise<Json[]> =>
    succeeded(await api.post(`/v3/campaigns/${id}/recipients/search`, { pagination: { limit: 100 } }));
  const recipients = await until(
    'its recipients',
    read,
    (all) => all.length === casts.length && !all.some(({ state }) => WAITING.has(state)),
  );
  return new Map(
    recipients.map(({ contactId, state, error }) => [contactId, state === 'skipped' && error.key === 'contact_unsubscribed']),
  );
}

/** Contacts whose automation run failed because of consent. */
async function automationRefusals(api: Api, { line }: Stage, casts: Cast[]): Promise<Map<string, boolean>> {
  const trigger = { type: 'api', parameters: { channelId: line.channelId } };
  const steps = [{ id: 'say', type: 'send_message', text: 'Hello' }];
  const { id } = succeeded(await api.post('/v3/automations', { name: unique('consent'), trigger, steps }), 201);
  succeeded(await api.post(`/v3/automations/${id}/publish`));
  await eachOf(casts, async ({ chat }) => {
    triggered(await api.post(`/v3/automations/${id}/trigger`, { contactId: chat.contact.id }));
  });
  const search = { query: `eq(automationId,"${id}")`, pagination: { limit: 100 } };
  const read = async (): Promise<Json[]> => succeeded(await api.post('/v3/automation_runs/search', search));
  const isOver = ({ status }: Json) => status === 'completed' || status === 'failed';
  const runs = await until('its runs', read, (all) => all.length === casts.length && all.every(isOver));
  return new Map(
    runs.map(({ contactId, status, error }) => [contactId, status === 'failed' && /withdrew consent/.test(error?.message ?? '')]),
  );
}

const triggered = (reply: { status: number; text: string }): void => {
  if (reply.status !== 200) throw new Error(`the trigger answered ${reply.status} ${reply.text}`);
};
