import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFeedEvent, useReconnected } from '../../live/use-feed.ts';
import { reloadQueries } from '../query-client.ts';
import { useSession } from '../session/use-session.ts';
import { showNotice } from './notice.ts';

const MOST_SHOWN = 30;

export function useUnreadNotifications(): number {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => client.notifications.countUnread({ signal }),
  });
  return data?.unread ?? 0;
}

export function useNotifications() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['notifications', 'latest'],
    queryFn: ({ signal }) => client.notifications.search({ pagination: { page: 0, limit: MOST_SHOWN } }, { signal }),
  });
}

export function useMarkNotificationsRead() {
  const { client } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: types.MarkNotificationsReadBody) => client.notifications.markRead(body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}

/** Returns a sentence: who mentioned the person, or assigned a chat. */
export function useNotificationText(): (notification: Pick<types.Notification, 'type' | 'actor'>) => string {
  const { t } = useLingui();
  return ({ type, actor }) => {
    if (!actor) return type === 'mention' ? t`You were mentioned in a note` : t`A chat was assigned to you`;
    const { name } = actor;
    return type === 'mention' ? t`${name} mentioned you` : t`${name} assigned a chat to you`;
  };
}

/** Counts again, plays the sound and shows the desktop notice when a notification of this person arrives. */
export function useIncomingNotifications(): void {
  const { t } = useLingui();
  const { me } = useSession();
  const navigate = useNavigate();
  const reload = () => void reloadQueries({ queryKey: ['notifications'] });
  useReconnected(reload);
  useFeedEvent('notification.created', ({ data }) => {
    const { id, userId, type, chatId } = data as { id: string; userId: string; type: string; chatId: string };
    if (userId !== me.user.id) return;
    reload();
    const title = type === 'mention' ? t`You were mentioned in a note` : t`A chat was assigned to you`;
    showNotice({ id, title, onOpen: () => void navigate({ to: '/inbox/$chatId', params: { chatId } }) });
  });
}
