import type { Change } from './broken-console.ts';
import type { Area } from './step.ts';
import { automations } from './steps/automations.ts';
import { campaigns } from './steps/campaigns.ts';
import { developers } from './steps/developers.ts';
import { inbox } from './steps/inbox.ts';
import { mail } from './steps/mail.ts';
import { operations } from './steps/operations.ts';
import { outage } from './steps/outage.ts';
import { reports } from './steps/reports.ts';
import { twoAgents } from './steps/two-agents.ts';

/** A fault of the console, and the step that must fail with it: the one whose name contains `guard`. Steps before it must pass. */
export type Mutant = { name: string; changes: readonly Change[]; area: Area; guard: string };

const OUTBOX = 'live/messages/outbox.ts';

export const mutants: readonly Mutant[] = [
  {
    name: 'a reply is sent to the chat that is open when its time comes',
    changes: [
      {
        file: OUTBOX,
        find: 'return transport.sendMessage(chatId, body,',
        replacement:
          "return transport.sendMessage(location.pathname.split('/').at(-1) ?? chatId, { ...body, ifLatestMessageId: undefined } as never,",
      },
    ],
    area: inbox,
    guard: 'a reply goes to the chat it was written in',
  },
  {
    name: 'replies are sent without ifLatestMessageId',
    changes: [{ file: OUTBOX, find: '{ ifLatestMessageId: guard }', replacement: '{}' }],
    area: twoAgents,
    guard: 'who has not seen the answer of a colleague',
  },
  {
    name: 'the list stays as it was after a reconnect',
    changes: [
      {
        file: 'live/chats/index.ts',
        find: `      chatStore.markStale();
      countsChanged();`,
        replacement: '      ends[0]?.();',
      },
    ],
    area: { ...outage, steps: outage.steps.slice(-3) },
    guard: 'after time without network',
  },
  {
    name: 'a note is sent as a reply',
    changes: [
      {
        file: OUTBOX,
        find: 'return transport.createNote(chatId, content.body, clientKey);',
        replacement: 'return transport.sendMessage(chatId, { text: content.body.text }, clientKey);',
      },
    ],
    area: inbox,
    guard: 'a note is for the team',
  },
  {
    name: 'the text of a mail is not escaped',
    changes: [
      {
        file: 'areas/inbox/thread/content/Mail.tsx',
        find: 'shown && <Words text={shown} />',
        replacement: 'shown && <div dangerouslySetInnerHTML={{ __html: shown }} />',
      },
    ],
    area: mail,
    guard: 'the text of a mail is shown as it was written',
  },
  {
    name: 'a campaign starts for everybody, whatever audience was counted',
    changes: [
      {
        file: 'areas/campaigns/create/draft.ts',
        find: '...(chosen && { audience: chosen }),',
        replacement: '...(chosen && { audience: { all: true } }),',
      },
    ],
    area: campaigns,
    guard: 'the check shows who gets it',
  },
  {
    name: 'the link of a report drops the chosen filter',
    changes: [
      {
        file: 'areas/reports/address.ts',
        find: "channels: filters.channelIds.join(','),",
        replacement: "channels: '',",
      },
    ],
    area: { ...reports, steps: reports.steps.filter(({ name }) => name.startsWith('the link of a report')) },
    guard: 'the link of a report',
  },
  {
    name: 'a stale definition is saved over the version of a colleague',
    changes: [
      {
        file: 'areas/automations/editor/use-editor.ts',
        find: '{ ...bodyOf(draft), ifRevision: number }',
        replacement: '{ ...bodyOf(draft), ...(number < 0 && { ifRevision: number }) }',
      },
    ],
    area: automations,
    guard: 'a save over the version of a colleague is refused',
  },
  {
    name: 'an empty text of an attribute is stored as nothing',
    changes: [
      {
        file: 'areas/automations/editor/form/ScalarField.tsx',
        find: ': target.value)',
        replacement: ': target.value || null)',
      },
    ],
    area: automations,
    guard: 'an empty value of an attribute is kept',
  },
  {
    name: 'Redeliver sends another event',
    changes: [
      {
        file: 'areas/developers/webhooks/DeliveryPanel.tsx',
        find: 'client.webhooks.redeliver(webhookId, id)',
        replacement: 'client.webhooks.test(webhookId)',
      },
    ],
    area: developers,
    guard: 'Redeliver sends the same event again',
  },
  {
    name: 'a paused event stream drops what happens meanwhile',
    changes: [
      {
        file: 'areas/developers/stream/use-stream.ts',
        find: 'setWaiting((before) => [...before, event].slice(-FIRST))',
        replacement: 'setWaiting((before) => before)',
      },
    ],
    area: { ...developers, steps: developers.steps.filter(({ name }) => name.startsWith('event stream')) },
    guard: 'while it is paused, new events wait',
  },
  {
    name: 'the operations page is shown to everybody',
    changes: [
      {
        file: 'areas/operations/OperationsPage.tsx',
        find: '!state.signedIn.account.isOperator',
        replacement: 'state.step === null',
      },
    ],
    area: operations,
    guard: 'an admin of a tenant sees no operations',
  },
];
