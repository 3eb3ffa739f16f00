import type { types } from '@patchbay/sdk';
import { useCallback } from 'react';
import type { StoredChat } from '../../../../live/chats/index.ts';
import { guardOf, type Thread } from '../../../../live/messages/thread.ts';
import { useUsers } from '../../queries/directory.ts';
import { useServices } from '../services.ts';
import { bodiesOf } from './bodies.ts';
import { blockOf, type ComposerFile } from './state.ts';
import { mentionsIn } from './triggers.ts';

const attached = (files: readonly ComposerFile[]) =>
  files.flatMap(({ fileId, name, mimeType }) => (fileId ? [{ fileId, name, mimeType }] : []));

/** Gives what is in the composer to the outbox. Chat and guard are taken now; what is opened later changes nothing. */
export function useSend(chat: StoredChat, thread: Thread, channelType: string | undefined) {
  const { composers, outbox } = useServices();
  const users = useUsers();
  const chatId = chat.id;
  const guard = guardOf(thread, chat.latestMessage);

  const send = useCallback(
    (scheduledAt?: string) => {
      const state = composers.get(chatId);
      if (blockOf(state)) return;
      if (state.mode === 'note') {
        const files = attached(state.files);
        const text = state.text.trim() || files.map(({ name }) => name).join(', ');
        const mentions = mentionsIn(text, users).map(({ id }) => id);
        const body = { text, mentions, fileIds: files.map(({ fileId }) => fileId) };
        outbox.add({ chatId, text, files, content: { kind: 'note', body }, guard: undefined });
      } else
        for (const { body, text, files } of bodiesOf(state, channelType ?? '')) {
          const content = { kind: 'message' as const, body: { ...body, ...(scheduledAt && { scheduledAt }) } };
          outbox.add({ chatId, text, files: attached(files), content, guard });
        }
      composers.clear(chatId);
    },
    [composers, outbox, users, chatId, channelType, guard],
  );

  const sendTemplate = useCallback(
    (
      template: NonNullable<Extract<types.SendMessageBody, { type: 'template' }>['template']>,
      text: string,
      scheduledAt?: string,
    ) => {
      const body = { type: 'template' as const, template, ...(scheduledAt && { scheduledAt }) };
      outbox.add({ chatId, text, files: [], content: { kind: 'message', body }, guard });
      composers.dispatch(chatId, { do: 'pickTemplate', isOpen: false });
    },
    [composers, outbox, chatId, guard],
  );
  return { send, sendTemplate };
}
