import { ConflictError, type Patchbay } from '@patchbay/sdk';
import { useSession } from '../../../app/session/use-session.ts';
import { onReconnected, subscribe } from '../../../live/feed.ts';
import { createDrafts } from '../../../live/messages/drafts.ts';
import { createOutbox } from '../../../live/messages/outbox.ts';
import { createThreadStore } from '../../../live/messages/store.ts';
import { createComposers } from './composer/store.ts';

type Person = { tenantId: string; userId: string; canReadAudit: boolean };

/** What lives longer than the components of a chat: threads, messages on their way, drafts and composers of one person in one tenant. */
function createServices(client: Patchbay, { canReadAudit, userId }: Person) {
  const threads = createThreadStore(client, { canReadAudit, onMessage: (message) => outbox.settle(message) });
  const outbox = createOutbox({
    sendMessage: (chatId, body, idempotencyKey) => client.messages.send(chatId, body, { idempotencyKey }),
    createNote: (chatId, body, idempotencyKey) => client.notes.create(chatId, body, { idempotencyKey }),
    onSent: (chatId, result) => {
      if ('sender' in result) threads.put(result);
      else threads.putNote(result);
      composers.sent(chatId);
    },
    isChanged: (error) => error instanceof ConflictError && error.is('chat_changed'),
    now: () => Date.now(),
    newKey: () => crypto.randomUUID(),
  });
  const drafts = createDrafts({
    save: (chatId, { mode, text, fileIds }) => client.drafts.save(chatId, { mode, text, fileIds: [...fileIds] }),
    remove: (chatId) => client.drafts.delete(chatId),
    onError: () => undefined, // the next keystroke saves again
  });
  const composers = createComposers(client, drafts);
  const stops = [
    subscribe('*', (event) => {
      threads.apply(event);
      if (event.event === 'draft.updated' && event.data.userId === userId)
        composers.changedElsewhere(String(event.data.chatId), String(event.data.updatedAt));
    }),
    onReconnected(() => threads.reconnected()),
  ];
  const stop = () => {
    for (const one of stops) one();
  };
  return { threads, outbox, drafts, composers, stop };
}

export type Services = ReturnType<typeof createServices>;

let current: { key: string; services: Services } | null = null;

function servicesOf(client: Patchbay, person: Person): Services {
  const key = `${person.tenantId} ${person.userId}`;
  if (current?.key !== key) {
    current?.services.stop();
    current = { key, services: createServices(client, person) };
  }
  return current.services;
}

export function useServices(): Services {
  const { client, me, tenant, can } = useSession();
  return servicesOf(client, { tenantId: tenant.id, userId: me.user.id, canReadAudit: can('audit.read') });
}

// Leaving the page saves what was typed; a message that still waits is asked about.
globalThis.addEventListener?.('pagehide', () => void current?.services.drafts.flushAll());
globalThis.addEventListener?.('beforeunload', (event) => {
  if (current?.services.outbox.items().length) event.preventDefault();
});
