import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, EmptyState, ErrorState, Field, Input, Notice, SkeletonRows } from '../../../kit/index.ts';
import { useConsentStates } from '../queries.ts';
import styles from './Consent.module.css';
import { ConsentGrid } from './ConsentGrid.tsx';
import { ConsentHistory } from './ConsentHistory.tsx';
import { RecordConsentDialog } from './RecordConsentDialog.tsx';

/** Consent per address, channel and purpose, now or at the end of a day, and the statements it follows from. */
export function ConsentTab({ contact }: { contact: types.Contact }) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const [day, setDay] = useState('');
  const [isRecording, setRecording] = useState(false);
  const asOf = day ? endOfDay(day) : null;
  const { data, error, refetch } = useConsentStates(contact.id, asOf);
  if (!can('consents.read'))
    return <EmptyState title={t`No access`} text={t`Ask an administrator for the permission to read consent.`} />;
  return (
    <div className={styles.tab}>
      <div className={styles.tools}>
        <Field label={t`As of the end of`}>
          <Input
            type="date"
            value={day}
            max={new Date().toISOString().slice(0, 10)}
            onChange={({ target }) => setDay(target.value)}
          />
        </Field>
        {day && <Button size="small" look="quiet" onClick={() => setDay('')}>{t`Show now`}</Button>}
        <span className={styles.grow} />
        {can('consents.write') && contact.handles.length > 0 && (
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setRecording(true)}>{t`Record a statement`}</Button>
        )}
      </div>
      {asOf && (
        <Notice>{t`State at ${i18n.date(new Date(asOf), { dateStyle: 'long', timeStyle: 'short' })}. Later statements are not counted.`}</Notice>
      )}
      {error && <ErrorState title={t`Consent could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && <ConsentGrid states={data.states} />}
      <ConsentHistory contactId={contact.id} until={asOf} />
      <RecordConsentDialog contact={contact} open={isRecording} onClose={() => setRecording(false)} />
    </div>
  );
}

/** The last millisecond of a day in the zone of the browser. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
