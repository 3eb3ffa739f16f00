import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, CopyValue, ErrorState, fullTime, Notice, Skeleton } from '../../../kit/index.ts';
import cells from '../cells.module.css';

/** Sends the invitation again, for people who have not signed in. */
export function Invite({ item }: { item: types.User }) {
  const { t } = useLingui();
  const { can, client } = useSession();
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => client.invitations.inviteUser(item.id) });
  if (item.hasAccount || !can('users.write')) return null;
  return (
    <section className={cells.section}>
      <h3 className={cells.sectionTitle}>{t`Invitation`}</h3>
      {data ? (
        <Link invitation={data} />
      ) : (
        <>
          <p className={cells.text}>{t`This user has not accepted the invitation. A new one makes the earlier link useless.`}</p>
          <div>
            <Button icon={<Send size={14} aria-hidden />} busy={isPending} onClick={() => mutate()}>
              {isPending ? t`Sending` : t`Send a new invitation`}
            </Button>
          </div>
        </>
      )}
      {error && <ErrorState title={t`The invitation could not be sent`} error={error} onRetry={() => mutate()} />}
    </section>
  );
}

/** Invites a user who was just added. */
export function InviteCreated({ item, onDone }: { item: types.User; onDone: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  // A query and not a mutation: it is asked for once, however often this is rendered.
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', item.id],
    queryFn: () => client.invitations.inviteUser(item.id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { name } = item;
  return (
    <>
      <Notice
        title={t`${name} is added`}
      >{t`The invitation is mailed, if the server can send mail. Or pass the link on yourself.`}</Notice>
      {data ? <Link invitation={data} /> : !error && <Skeleton width={85} />}
      {error && <ErrorState title={t`The invitation could not be sent`} error={error} onRetry={() => void refetch()} />}
      <div>
        <Button look="primary" onClick={onDone}>
          {t`Done`}
        </Button>
      </div>
    </>
  );
}

function Link({ invitation: { url, expiresAt } }: { invitation: types.Invitation }) {
  const { t, i18n } = useLingui();
  const end = fullTime(new Date(expiresAt), i18n.locale);
  return (
    <>
      <CopyValue label={t`Link of the invitation`} value={url} />
      <p className={cells.text}>{t`It works once, until ${end}. Who has it can sign in as this user.`}</p>
    </>
  );
}
