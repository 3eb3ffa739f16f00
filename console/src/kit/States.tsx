import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { causeOf } from './cause.ts';
import { cx } from './cx.ts';
import styles from './States.module.css';

type EmptyProps = { icon?: ReactNode; title: string; text?: ReactNode; children?: ReactNode };

/** Nothing to show: one sentence, and as children one action. */
export function EmptyState({ icon, title, text, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <h3 className={styles.title}>{title}</h3>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

type NoticeProps = {
  tone?: 'plain' | 'warn' | 'danger';
  title?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A sentence in a box, above what it is about. */
export function Notice({ tone = 'plain', title, icon, action, children }: NoticeProps) {
  return (
    <div className={cx(styles.notice, tone !== 'plain' && styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      {icon ?? (tone !== 'plain' && <TriangleAlert size={16} aria-hidden />)}
      <div className={styles.noticeBody}>
        {title && <p className={styles.noticeTitle}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

type ErrorProps = {
  /** What could not be done, for example "Chats could not be loaded". */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** What to do, where the kit cannot know it. */
  fix?: string;
};

/** States what happened, what to do, and the request id. */
export function ErrorState({ title, error, onRetry, fix }: ErrorProps) {
  const { t } = useLingui();
  const { message, requestId } = causeOf(error);
  const advice = useFix(error);
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    >
      <p dir="auto">{message}</p>
      <p>{fix ?? advice}</p>
      {requestId && (
        <p className={styles.request} dir="ltr">
          {t`request`} {requestId}
        </p>
      )}
    </Notice>
  );
}

/** Returns what a person can do about an error of the API. */
export function useFix(error: unknown): string {
  const { t } = useLingui();
  const { status, requestId } = causeOf(error);
  if (status === null)
    return requestId ? t`Check the network connection, then try again.` : t`Reload the page. If it happens again, report it.`;
  if (status === 403) return t`Ask an administrator for access.`;
  if (status === 404) return t`It may have been deleted. Go back and reload the list.`;
  if (status === 409) return t`Somebody changed it at the same time. Reload and repeat.`;
  if (status === 429) return t`Wait a minute, then try again.`;
  if (status >= 500) return t`Try again. If it happens again, give the request id to your administrator.`;
  return t`Correct the input, then try again.`;
}

/** A grey line of about the width of the text that will be there. */
export const Skeleton = ({ width = 60, round = false }: { width?: 40 | 60 | 85; round?: boolean }) => (
  <span className={cx(styles.skeleton, round ? styles.round : styles[`w${width}`])} aria-hidden />
);

/** Rows of the height of a chat row, while a list loads. */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows
        <div key={index} className={styles.skeletonRow}>
          <Skeleton round />
          <span className={styles.skeletonLines}>
            <Skeleton width={60} />
            <Skeleton width={85} />
            <Skeleton width={40} />
          </span>
        </div>
      ))}
    </div>
  );
}
