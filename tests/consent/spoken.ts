import type { Api, Json } from '../conformance/api.ts';
import { succeeded } from '../conformance/expect.ts';
import type { Environment } from './environment.ts';
import { kindsOn, type MessageKind, stops } from './expected.ts';
import type { Figures } from './matrix.ts';
import { bodyOf, newPeople, newStage, type Stage, until, wasRefused } from './stage.ts';

const asked = (stage: Stage): MessageKind[] => kindsOn(stage.kind).filter((message) => /^(says|template)_/.test(message));

/** Real opt-outs: STOP by SMS, WhatsApp's preference, an unsubscribe mail; and opt-ins. */
export async function verifyStops(environment: Environment): Promise<Figures> {
  const figures: Figures = { cases: 0, wrong: [] };
  for (const kind of ['whatsapp', 'sms', 'email'] as const) {
    const [stage, second] = [await newStage(environment, kind), await newStage(environment, kind)];
    const { api } = environment;
    const [chat] = await newPeople(api, stage.line, 1);
    const verify = async (where: Stage, expected: MessageKind[], when: string) => {
      for (const message of asked(where)) {
        figures.cases++;
        const to = { contactId: chat.contact.id, channelId: where.line.channelId };
        const refused = wasRefused(await api.post('/v3/messages', { ...to, ...openFor(where, message) }));
        if (refused !== expected.includes(message))
          figures.wrong.push(`${kind} ${when} ${message}: ${refused ? 'refused' : 'sent'}`);
      }
    };
    await stop(api, stage, chat);
    await verify(stage, stops[kind].here, 'here after a stop');
    if (kind !== 'whatsapp') await verify(second, stops[kind].elsewhere, 'elsewhere after a stop');
    if (kind === 'email') continue;
    await start(api, stage, chat);
    await verify(stage, [], 'here after a start');
  }
  return figures;
}

const openFor = (stage: Stage, message: MessageKind): object => bodyOf(message, stage.templates);

const isSubscribed = async (api: Api, chat: Json): Promise<boolean> =>
  succeeded(await api.get(`/v3/contacts/${chat.contact.id}`)).isSubscribed;

async function stop(api: Api, { kind, line }: Stage, chat: Json): Promise<void> {
  const from = chat.handle.value;
  if (kind === 'whatsapp') await line.emit({ preference: { from, value: 'stop' } });
  else await line.write(kind === 'sms' ? { from, text: 'STOP' } : { from, subject: 'unsubscribe', text: 'unsubscribe' });
  await until(
    'the stop',
    () => isSubscribed(api, chat),
    (is) => !is,
  );
}

async function start(api: Api, { kind, line }: Stage, chat: Json): Promise<void> {
  const from = chat.handle.value;
  if (kind === 'whatsapp') await line.emit({ preference: { from, value: 'resume' } });
  else await line.write({ from, text: 'START' });
  await until(
    'the start',
    () => isSubscribed(api, chat),
    (is) => is,
  );
}

/** Checks the history as of a date: each statement counts from its own time. */
export async function verifyHistory({ api, provider }: Environment): Promise<Figures> {
  const line = await provider.line(api, 'sms');
  const [chat] = await newPeople(api, line, 1);
  const days: [day: string, state: string][] = [
    ['2026-01-10', 'granted'],
    ['2026-03-10', 'withdrawn'],
    ['2026-05-10', 'granted'],
  ];
  for (const [day, state] of days.toReversed()) // recorded in another order than they were said
    succeeded(
      await api.post('/v3/consents', { handleId: chat.handle.id, purpose: 'marketing', state, at: `${day}T00:00:00.000Z` }),
      201,
    );
  const expected: [asOf: string, state: string, statements: number][] = [
    ['2026-01-01', 'none', 0],
    ['2026-02-01', 'granted', 1],
    ['2026-04-01', 'withdrawn', 2],
    ['2026-06-01', 'granted', 3],
  ];
  const figures: Figures = { cases: 0, wrong: [] };
  for (const [day, state, statements] of expected) {
    const asOf = `${day}T00:00:00.000Z`;
    const { states } = succeeded(
      await api.post(`/v3/contacts/${chat.contact.id}/consent_states`, { asOf, channelId: line.channelId }),
    );
    const found = states.find(({ purpose }: Json) => purpose === 'marketing').state;
    const query = `and(eq(contactId,"${chat.contact.id}"),lte(at,"${asOf}"))`;
    const history = succeeded(await api.post('/v3/consents/search', { query }));
    figures.cases++;
    if (found !== state || history.length !== statements)
      figures.wrong.push(`as of ${day}: ${found}, ${history.length} statements`);
  }
  return figures;
}
