import { useLingui } from '@lingui/react/macro';
import { Copy, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { setCallPanel } from '../../kit/call-panel.ts';
import { Badge, Button, cx, EmptyState, IconButton, Tabs, toast } from '../../kit/index.ts';
import styles from './CallPanel.module.css';
import { asCurl, asSdk } from './code.ts';
import { clearCalls, onRecordedCall, type RecordedCall, recordedCalls } from './record.ts';

/** "Show the call": the latest requests of this tab with their ids, as curl and as SDK code. */
export function CallPanel() {
  const { t } = useLingui();
  const calls = useSyncExternalStore(onRecordedCall, recordedCalls);
  const [chosen, choose] = useState<RecordedCall | null>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const shown = chosen ?? calls[0] ?? null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t`Calls of this page`}
      onKeyDown={(event) => event.key === 'Escape' && setCallPanel(false)}
    >
      <header className={styles.bar}>
        <h2>{t`Calls of this page`}</h2>
        <span className={styles.grow} />
        <Button size="small" look="quiet" onClick={clearCalls}>
          {t`Clear`}
        </Button>
        <IconButton label={t`Close`} icon={<X size={16} aria-hidden />} onClick={() => setCallPanel(false)} />
      </header>
      {shown ? (
        <div className={styles.columns}>
          <ul className={styles.list}>
            {calls.map((call) => (
              <li key={`${call.requestId}${call.at}`}>
                <button
                  type="button"
                  className={cx(styles.call, call === shown && styles.chosen)}
                  aria-pressed={call === shown}
                  onClick={() => choose(call)}
                >
                  <span className={styles.method}>{call.method}</span>
                  <span className={styles.path} dir="ltr">
                    {call.path}
                  </span>
                  <Status status={call.status} />
                  <span className={styles.ms}>{call.ms} ms</span>
                </button>
              </li>
            ))}
          </ul>
          <Detail call={shown} />
        </div>
      ) : (
        <EmptyState title={t`No calls yet`} text={t`Everything that this page asks of the API appears here.`} />
      )}
    </section>
  );
}

function Status({ status }: { status: number | null }) {
  const { t } = useLingui();
  if (status === null) return <Badge tone="danger">{t`no answer`}</Badge>;
  return <Badge tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'danger'}>{status}</Badge>;
}

function Detail({ call }: { call: RecordedCall }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<'curl' | 'sdk'>('curl');
  const curl = asCurl(call, location.origin);
  const sdk = asSdk(call);
  return (
    <div className={styles.detail}>
      <Tabs
        value={sdk === null ? 'curl' : kind}
        onChange={setKind}
        tabs={[
          { value: 'curl', label: 'curl', content: <Code text={curl} /> },
          ...(sdk === null ? [] : [{ value: 'sdk' as const, label: 'SDK', content: <Code text={sdk} /> }]),
        ]}
      />
      <dl className={styles.facts}>
        <dt>{t`Request id`}</dt>
        <dd dir="ltr">
          <code>{call.requestId}</code>
          <CopyButton text={call.requestId} />
        </dd>
        {call.operation && (
          <>
            <dt>{t`Operation`}</dt>
            <dd dir="ltr">
              <code>{call.operation}</code>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused */}
      <pre tabIndex={0} dir="ltr">
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useLingui();
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast({ text: t`Copied` }));
  return <IconButton size="small" label={t`Copy`} icon={<Copy size={14} aria-hidden />} onClick={copy} />;
}
