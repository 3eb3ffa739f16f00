import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import { chatStore, type StoredChat } from '../../../live/chats/index.ts';
import { useStoredChat } from '../../../live/chats/use-chats.ts';
import { useChannels } from '../queries/directory.ts';

/** A chat of the store, which the feed keeps up to date; loads it if no list did. */
export function useChat(chatId: string): { chat: StoredChat | undefined; error: unknown; retry: () => void } {
  const { client } = useSession();
  const chat = useStoredChat(chatId);
  const { error, refetch } = useQuery({
    queryKey: ['chat', chatId],
    enabled: chat === undefined,
    queryFn: async ({ signal }) => {
      const answer = chatStore.beginAnswer();
      const loaded = await client.chats.get(chatId, { signal }).catch((error: unknown) => {
        answer(null);
        throw error;
      });
      answer(() => chatStore.upsert(loaded));
      return loaded.id;
    },
  });
  return { chat, error: chat ? null : error, retry: () => void refetch() };
}

/** The type of a chat's channel, such as whatsapp; undefined while the channels are loading. */
export const useChannelType = (channelId: string | undefined): string | undefined =>
  useChannels().find(({ id }) => id === channelId)?.type;

type Named = { displayName: string | null; fullName: string | null };
export const nameOf = ({ displayName, fullName }: Named): string => displayName ?? fullName ?? '?';

/** Whether only templates can be sent. Mail and SMS have no messaging window. */
export const isWindowClosed = (openUntil: string | null, channelType: string | undefined, now: Date): boolean =>
  (channelType === 'whatsapp' || channelType === 'instagram') && (openUntil === null || Date.parse(openUntil) <= now.getTime());
