import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { client } from '../../../app/session/session.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { toast, toastError } from '../../../kit/index.ts';
import { chatStore } from '../../../live/chats/index.ts';
import { useLabels, useTeams, useUsers } from '../queries/directory.ts';
import { applyToChat } from './apply-change.ts';
import { startBulk } from './bulk.ts';
import type { Change, Target } from './change.ts';
import { laterTime } from './snooze-times.ts';

/** Returns a function that changes one chat, with undo, or many, as a job with progress. */
export function useChange(): (target: Target, change: Change) => Promise<void> {
  const { t } = useLingui();
  const labels = useLabels();
  const describe = useDescription();
  return useCallback(
    async (target, change) => {
      const only = 'ids' in target && target.ids.length === 1 ? target.ids[0] : undefined;
      try {
        if (!only) return await startBulk(change, target, labels);
        const chat = chatStore.get(only) ?? (await client.chats.get(only));
        const undo = await applyToChat(chat, change, labels);
        toast({ text: describe(change), undo: () => undo().catch((error: unknown) => toastError(t`Not undone`, error)) });
      } catch (error) {
        toastError(t`Not changed`, error);
      }
    },
    [t, labels, describe],
  );
}

/** Returns what was done, for a toast. */
function useDescription(): (change: Change) => string {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const users = useUsers();
  const teams = useTeams();
  return useCallback(
    (change) => {
      const user = users.find(({ id }) => change.action === 'assign' && id === change.userId)?.name;
      const team = teams.find(({ id }) => change.action === 'assign' && id === change.teamId)?.name;
      switch (change.action) {
        case 'assign':
          if (change.userId === me.user.id) return t`Assigned to you`;
          return user || team ? t`Assigned to ${user ?? team ?? ''}` : t`Assignment removed`;
        case 'open':
          return t`Chat opened`;
        case 'close':
          return t`Chat closed`;
        case 'snooze':
          return t`Snoozed until ${laterTime(new Date(change.snoozedUntil), new Date(), i18n.locale)}`;
        case 'label':
          return t`${plural(change.labelIds.length, { one: 'Label added', other: '# labels added' })}`;
        case 'unlabel':
          return t`${plural(change.labelIds.length, { one: 'Label removed', other: '# labels removed' })}`;
        case 'mark_read':
          return t`Marked as read`;
        case 'mark_unread':
          return t`Marked as unread`;
        default:
          return change satisfies never;
      }
    },
    [t, i18n.locale, me.user.id, users, teams],
  );
}
