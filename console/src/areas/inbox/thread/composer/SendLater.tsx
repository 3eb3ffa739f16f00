import { Trans, useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Button, Field, IconButton, Input, Popover } from '../../../../kit/index.ts';
import { type SnoozeTime, snoozeTimes } from '../../actions/snooze-times.ts';
import { futureTime } from '../MessageMeta.tsx';
import styles from './Composer.module.css';

/** Chooses a time at which the message leaves. */
export function SendLater({ disabled, onSend }: { disabled: boolean; onSend: (scheduledAt: string) => void }) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const [own, setOwn] = useState('');
  const names: Record<SnoozeTime['id'], string> = {
    hour: t`In one hour`,
    three_hours: t`In three hours`,
    tomorrow: t`Tomorrow morning`,
    monday: t`Monday morning`,
    week: t`In one week`,
  };
  const send = (at: Date) => {
    setIsOpen(false);
    onSend(at.toISOString());
  };
  const ownTime = own === '' ? null : new Date(own);
  const isPast = ownTime !== null && ownTime.getTime() < Date.now();
  return (
    <Popover
      label={t`Send later`}
      side="top"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton size="small" label={t`Send later`} disabled={disabled} icon={<Clock size={16} aria-hidden />} />}
    >
      <div className={styles.later}>
        <h3>
          <Trans>Send later</Trans>
        </h3>
        <ul>
          {snoozeTimes(new Date()).map(({ id, at }) => (
            <li key={id}>
              <Button look="quiet" wide className={styles.laterTime} onClick={() => send(at)}>
                <span>{names[id]}</span>
                <span className={styles.laterHint}>{futureTime(at, i18n.locale)}</span>
              </Button>
            </li>
          ))}
        </ul>
        <Field label={t`Date and time`} error={isPast ? t`Choose a time in the future.` : undefined}>
          <Input type="datetime-local" value={own} onChange={(event) => setOwn(event.target.value)} />
        </Field>
        <Button disabled={ownTime === null || isPast} onClick={() => ownTime && send(ownTime)}>
          <Trans>Schedule</Trans>
        </Button>
      </div>
    </Popover>
  );
}
