import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Pause, Pencil, Play, Trash2, XCircle } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  buttonClass,
  confirm,
  IconButton,
  Menu,
  type MenuItem,
  toast,
  toastError,
  useNarrow,
} from '../../../kit/index.ts';
import { keys } from '../queries.ts';
import styles from './Campaign.module.css';

type Status = types.Campaign['status'];
const can: Record<'edit' | 'pause' | 'resume' | 'cancel' | 'remove', readonly Status[]> = {
  edit: ['draft', 'scheduled'],
  pause: ['running', 'scheduled'],
  resume: ['paused'],
  cancel: ['scheduled', 'running', 'paused'],
  remove: ['draft', 'completed', 'cancelled', 'failed'],
};

/** What can be done with a campaign in its status. Phones have all but the main action in a menu. */
export function Actions({ campaign }: { campaign: types.Campaign }) {
  const { t } = useLingui();
  const { can: may } = useSession();
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const { pause, resume, cancel, remove, isBusy } = useMoves(campaign);
  if (!may('campaigns.write')) return null;
  const { id, status } = campaign;
  const is = (action: keyof typeof can) => can[action].includes(status);
  const duplicate = () => void navigate({ to: '/campaigns/new', search: { from: id } });
  const items: MenuItem[] = [
    { label: t`Duplicate`, icon: <Copy size={16} aria-hidden />, onSelect: duplicate },
    ...(is('cancel')
      ? [{ label: t`Cancel campaign`, icon: <XCircle size={16} aria-hidden />, onSelect: () => void cancel(), danger: true }]
      : []),
    ...(is('remove')
      ? [{ label: t`Delete`, icon: <Trash2 size={16} aria-hidden />, onSelect: () => void remove(), danger: true }]
      : []),
  ];
  return (
    <>
      {isNarrow ? (
        <Menu
          align="end"
          trigger={<IconButton label={t`More actions`} icon={<MoreHorizontal size={16} aria-hidden />} />}
          items={items}
        />
      ) : (
        <>
          <Button icon={<Copy size={16} aria-hidden />} onClick={duplicate}>{t`Duplicate`}</Button>
          {is('cancel') && <Button look="dangerQuiet" onClick={() => void cancel()}>{t`Cancel campaign`}</Button>}
          {is('remove') && <Button look="dangerQuiet" onClick={() => void remove()}>{t`Delete`}</Button>}
        </>
      )}
      {is('edit') && (
        <Link to="/campaigns/$campaignId/edit" params={{ campaignId: id }} className={buttonClass({}, styles.plainLink)}>
          <Pencil size={16} aria-hidden />
          {t`Edit`}
        </Link>
      )}
      {is('pause') && (
        <Button look="primary" busy={isBusy} icon={<Pause size={16} aria-hidden />} onClick={pause}>{t`Pause`}</Button>
      )}
      {is('resume') && (
        <Button look="primary" busy={isBusy} icon={<Play size={16} aria-hidden />} onClick={resume}>{t`Resume`}</Button>
      )}
    </>
  );
}

function useMoves({ id, name }: types.Campaign) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const move = useMutation({
    mutationFn: (verb: 'pause' | 'resume' | 'cancel') => client.campaigns[verb](id),
    onSuccess: (changed) => {
      queries.setQueryData(keys.one(id), changed);
      void queries.invalidateQueries({ queryKey: keys.statistics(id) });
      void queries.invalidateQueries({ queryKey: keys.lists });
    },
    onError: (error) => {
      toastError(t`The campaign was not changed`, error);
      void queries.invalidateQueries({ queryKey: keys.one(id) });
    },
  });
  const cancel = async () => {
    const isSure = await confirm({
      title: t`Cancel ${name}?`,
      text: t`Nobody else gets the message, and a cancelled campaign cannot be resumed. Messages that were sent stay.`,
      confirm: t`Cancel campaign`,
      cancel: t`Keep it`,
      danger: true,
    });
    if (isSure) move.mutate('cancel');
  };
  const remove = async () => {
    const isSure = await confirm({
      title: t`Delete ${name}?`,
      text: t`Its figures and its list of recipients are deleted. Its messages stay in the chats.`,
      confirm: t`Delete`,
      danger: true,
    });
    if (!isSure) return;
    try {
      await client.campaigns.delete(id);
      queries.removeQueries({ queryKey: keys.one(id) });
      await queries.invalidateQueries({ queryKey: keys.lists });
      toast({ text: t`Campaign deleted` });
      void navigate({ to: '/campaigns' });
    } catch (error) {
      toastError(t`The campaign was not deleted`, error);
    }
  };
  return { pause: () => move.mutate('pause'), resume: () => move.mutate('resume'), cancel, remove, isBusy: move.isPending };
}
