import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { cx } from '../../kit/index.ts';
import styles from './phone.module.css';
import { useRequests } from './queries.ts';

const MOST_SHOWN = 12;
const GOOD = ['accepted', 'answered', 'repeated'];

/** The latest requests between Patchbay and the provider. */
export function RequestTrail({ channelId }: { channelId: string }) {
  const { t, i18n } = useLingui();
  const { data } = useRequests(channelId);
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionHead}>{t`On the wire`}</h3>
      <ol className={styles.trail}>
        {keyed(data.slice(0, MOST_SHOWN)).map(({ key, request }) => (
          <li key={key} className={cx(GOOD.includes(request.outcome) ? styles.good : styles.bad)}>
            <Sentence request={request} />
            <br />
            <time dateTime={request.at}>{i18n.date(new Date(request.at), { timeStyle: 'medium' })}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Requests have no id: those of the same millisecond are counted from the oldest, so that a key stays when new ones come. */
function keyed(requests: types.SandboxRequest[]) {
  const seen = new Map<string, number>();
  const withKeys = requests.toReversed().map((request) => {
    const name = `${request.at} ${request.kind} ${request.what}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return { key: `${name} ${seen.get(name)}`, request };
  });
  return withKeys.toReversed();
}

function Sentence({ request: { kind, what, outcome, errorCode, isRepeat, tookMs } }: { request: types.SandboxRequest }) {
  const { t, i18n } = useLingui();
  const took = i18n.number(tookMs / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  if (kind === 'callback') {
    const name = what === 'message' ? t`Message of the customer` : what === 'update' ? t`Report` : t`Status ${what}`;
    if (outcome === 'not_answered') return t`${name}, not taken`;
    return isRepeat ? t`${name}, said again` : name;
  }
  if (outcome === 'refused') return t`Send, refused with ${String(errorCode)}`;
  if (outcome === 'connection_cut') return t`Send, line cut after it was taken`;
  if (outcome === 'no_answer') return t`Send, no answer`;
  return tookMs >= 500 ? t`Send, answer held ${took}` : t`Send, taken`;
}
