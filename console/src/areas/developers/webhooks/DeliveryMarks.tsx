import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Badge, cx, Hidden } from '../../../kit/index.ts';
import styles from './Webhooks.module.css';

const MOST_SQUARES = 8;

export function DeliveryBadge({ delivery: { status, tries } }: { delivery: Pick<types.Delivery, 'status' | 'tries'> }) {
  const { t } = useLingui();
  if (status === 'succeeded') return <Badge tone="ok">{t`Delivered`}</Badge>;
  if (status === 'failed') return <Badge tone="danger">{t`Failed`}</Badge>;
  return tries === 0 ? <Badge>{t`Waiting`}</Badge> : <Badge tone="warn">{t`Retrying`}</Badge>;
}

/** One square per attempt; the last one is green if it was accepted. */
export function Tries({ delivery: { status, tries } }: { delivery: types.Delivery }) {
  const { t } = useLingui();
  return (
    <span className={styles.tries}>
      {Array.from({ length: Math.min(tries, MOST_SQUARES) }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the squares are identical
          key={index}
          className={cx(styles.try, status === 'succeeded' && index === Math.min(tries, MOST_SQUARES) - 1 && styles.tryOk)}
          aria-hidden
        />
      ))}
      {tries > MOST_SQUARES && tries}
      <Hidden>{t`${plural(tries, { one: '# attempt', other: '# attempts' })}`}</Hidden>
    </span>
  );
}

type Result = { statusCode: number | null; error: string | null };

/** The status of an answer, or in a word why there was none. */
export function Answer({ result }: { result: Result | null }) {
  const words = useErrorWords();
  if (!result) return '–';
  if (result.statusCode !== null)
    return <Badge tone={result.statusCode < 300 ? 'ok' : result.statusCode < 500 ? 'danger' : 'warn'}>{result.statusCode}</Badge>;
  return <Badge tone="danger">{words(result.error)}</Badge>;
}

/** The API names the stage at which an attempt failed, then says more. */
export function useErrorWords(): (error: string | null) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    timeout: t`Timed out`,
    connect: t`No connection`,
    dns: t`Name not found`,
    tls: t`TLS failed`,
    reset: t`Connection lost`,
    protocol: t`No HTTP`,
    blocked_address: t`Address refused`,
  };
  return (error) => words[/^\w+/.exec(error ?? '')?.[0] ?? ''] ?? t`No answer`;
}
