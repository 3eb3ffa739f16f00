import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, Field, Input } from '../../../../kit/index.ts';
import { type SnoozeTime, snoozeTimes } from '../../actions/snooze-times.ts';
import { futureTime } from '../MessageMeta.tsx';
import styles from './Composer.module.css';

/** The usual times for a message that leaves later, and a field for another one. */
export function SendLaterForm({ onSend }: { onSend: (at: Date) => void }) {
  const { t, i18n } = useLingui();
  const [own, setOwn] = useState('');
  const names: Record<SnoozeTime['id'], string> = {
    hour: t`In one hour`,
    three_hours: t`In three hours`,
    tomorrow: t`Tomorrow morning`,
    monday: t`Monday morning`,
    week: t`In one week`,
  };
  const ownTime = own === '' ? null : new Date(own);
  const isPast = ownTime !== null && ownTime.getTime() < Date.now();
  return (
    <div className={styles.later}>
      <h3>
        <Trans>Send later</Trans>
      </h3>
      <ul>
        {snoozeTimes(new Date()).map(({ id, at }) => (
          <li key={id}>
            <Button look="quiet" wide className={styles.laterTime} onClick={() => onSend(at)}>
              <span>{names[id]}</span>
              <span className={styles.laterHint}>{futureTime(at, i18n.locale)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Field label={t`Date and time`} error={isPast ? t`Choose a time in the future.` : undefined}>
        <Input type="datetime-local" value={own} onChange={(event) => setOwn(event.target.value)} />
      </Field>
      <Button disabled={ownTime === null || isPast} onClick={() => ownTime && onSend(ownTime)}>
        <Trans>Schedule</Trans>
      </Button>
    </div>
  );
}
