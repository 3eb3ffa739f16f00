import { useLingui } from '@lingui/react/macro';
import { AlarmClock, Check, MailOpen, Tag, UserPlus, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, IconButton, Meter, toastError } from '../../../kit/index.ts';
import {
  AssignMenu,
  cancelJob,
  currentJob,
  dismissJob,
  LabelMenu,
  onJob,
  SnoozeMenu,
  type Target,
  useChange,
} from '../actions/index.ts';
import styles from './BulkBar.module.css';

type Props = {
  count: number | null;
  target: Target;
  /** Undefined when everything is chosen already. */
  onSelectAll: (() => void) | undefined;
  total: string;
  onDone: () => void;
};

/** What can be done with the chosen chats. */
export function BulkBar({ count, target, total, onSelectAll, onDone }: Props) {
  const { t } = useLingui();
  const change = useChange();
  const isNone = count === 0;
  const menu = { target, side: 'top' as const };
  const run = (action: 'close' | 'mark_read') => () => {
    void change(target, { action });
    onDone();
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label={t`Chosen chats`}>
      <div className={styles.head}>
        <span className={styles.count}>{count === null ? t`${total} chosen` : t`${count} chosen`}</span>
        {onSelectAll && (
          <Button look="link" size="small" onClick={onSelectAll}>
            {t`Select all ${total}`}
          </Button>
        )}
        <IconButton
          size="small"
          label={t`Clear selection`}
          shortcut="escape"
          icon={<X size={16} aria-hidden />}
          onClick={onDone}
        />
      </div>
      <div className={styles.actions}>
        <AssignMenu
          {...menu}
          trigger={<IconButton label={t`Assign`} shortcut="a" disabled={isNone} icon={<UserPlus size={16} aria-hidden />} />}
        />
        <LabelMenu
          {...menu}
          trigger={<IconButton label={t`Label`} shortcut="l" disabled={isNone} icon={<Tag size={16} aria-hidden />} />}
        />
        <SnoozeMenu
          {...menu}
          trigger={<IconButton label={t`Snooze`} shortcut="s" disabled={isNone} icon={<AlarmClock size={16} aria-hidden />} />}
        />
        <IconButton
          label={t`Mark as read`}
          shortcut="shift+u"
          disabled={isNone}
          icon={<MailOpen size={16} aria-hidden />}
          onClick={run('mark_read')}
        />
        <Button look="quiet" disabled={isNone} icon={<Check size={16} aria-hidden />} onClick={run('close')}>
          {t`Close`}
        </Button>
      </div>
    </div>
  );
}

/** The bulk action that runs or has just ended, with its progress. */
export function JobBar() {
  const { t, i18n } = useLingui();
  const job = useSyncExternalStore(onJob, currentJob);
  if (!job) return null;
  const { matched, processed, changed, failed } = job.counts;
  const isRunning = job.status === 'running';
  const [done, all] = [i18n.number(processed), i18n.number(matched)];
  const leds = matched > 0 ? Math.round((processed / matched) * 5) : isRunning ? 0 : 5;
  const text = isRunning
    ? t`${done} of ${all}`
    : job.status === 'completed'
      ? t`${i18n.number(changed)} chats changed`
      : t`Stopped after ${done}`;
  const attempt = (act: () => Promise<void>) => () => void act().catch((error: unknown) => toastError(t`Not changed`, error));
  return (
    <div className={styles.bar} role="status">
      <div className={styles.head}>
        <Meter leds={leds} />
        <span className={styles.count}>
          {text}
          {failed > 0 && <span className={styles.failed}> {t`${failed} failed`}</span>}
        </span>
        {isRunning && (
          <Button look="link" size="small" onClick={attempt(cancelJob)}>
            {t`Cancel`}
          </Button>
        )}
        {job.undo && (
          <Button look="link" size="small" onClick={attempt(job.undo)}>
            {t`Undo`}
          </Button>
        )}
        {!isRunning && <IconButton size="small" label={t`Close`} icon={<X size={16} aria-hidden />} onClick={dismissJob} />}
      </div>
      {job.error && <p className={styles.error}>{job.error}</p>}
    </div>
  );
}
