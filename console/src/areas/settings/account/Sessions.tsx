import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { accountClient } from '../../../app/session/session.ts';
import { Badge, Button, confirm, ErrorState, RelativeTime, SkeletonRows, toast, toastError } from '../../../kit/index.ts';
import styles from './Account.module.css';
import { deviceName } from './create-passkey.ts';

const queryKey = ['account', 'sessions'];

/** The browsers in which the person is signed in. */
export function Sessions() {
  const { t } = useLingui();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => accountClient.sessions.list() });
  if (error) return <ErrorState title={t`The sessions could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} />;
  const others = data.filter(({ isCurrent }) => !isCurrent);

  const end = async (sessions: types.Session[]) => {
    try {
      for (const { id } of sessions) await accountClient.sessions.delete(id);
      toast({ text: sessions.length === 1 ? t`The session has ended` : t`The other sessions have ended` });
    } catch (caught) {
      toastError(t`A session could not be ended`, caught);
    }
    await cache.invalidateQueries({ queryKey });
  };
  const endAll = async () => {
    const count = others.length;
    const isConfirmed = await confirm({
      title: t`End the other sessions?`,
      text: t`${count} browsers are signed out within seconds. You stay signed in here.`,
      confirm: t`End them`,
      danger: true,
    });
    if (isConfirmed) await end(others);
  };

  return (
    <>
      <ul className={styles.rows}>
        {data.map((session) => (
          <Row key={session.id} session={session} onEnd={() => void end([session])} />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button look="dangerQuiet" onClick={() => void endAll()}>
            {t`End all other sessions`}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ session, onEnd }: { session: types.Session; onEnd: () => void }) {
  const { t } = useLingui();
  const name = deviceName(session.userAgent);
  const Icon = /Mobile|iPhone|Android/.test(session.userAgent) ? Smartphone : Monitor;
  return (
    <li className={styles.row}>
      <Icon size={16} aria-hidden />
      <span className={styles.rowText}>
        <span>{name}</span>
        <small>
          <bdi dir="ltr">{session.address}</bdi> · {t`Last used`} <RelativeTime at={session.lastUsedAt} relative />
        </small>
      </span>
      {session.isCurrent ? (
        <Badge tone="ok">{t`This browser`}</Badge>
      ) : (
        <Button size="small" aria-label={t`End the session of ${name}`} onClick={onEnd}>
          {t`End`}
        </Button>
      )}
    </li>
  );
}
