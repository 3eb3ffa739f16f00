import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useState } from 'react';
import { CodeBlock, Notice, Segments, Skeleton } from '../../../kit/index.ts';
import log from '../LogList.module.css';
import { useErrorWords } from './DeliveryMarks.tsx';
import { useEvent } from './queries.ts';
import { requestText } from './request-text.ts';

type Attempt = types.GetDeliveryResult['attempts'][number];
type Props = { webhook: types.Webhook; delivery: types.GetDeliveryResult; attempt: Attempt };

/** The request of an attempt, or what came back. */
export function AttemptDetail({ webhook, delivery, attempt }: Props) {
  const { t } = useLingui();
  const [side, setSide] = useState<'request' | 'response'>('response');
  return (
    <section className={log.section} aria-label={t`Attempt ${attempt.number}`}>
      <h3>
        {t`Attempt ${attempt.number}`}
        <Segments
          name={t`Request or response`}
          value={side}
          onChange={setSide}
          options={[
            { value: 'request', label: t`Request` },
            { value: 'response', label: t`Response` },
          ]}
        />
      </h3>
      {side === 'request' ? (
        <RequestSide webhook={webhook} delivery={delivery} attempt={attempt} />
      ) : (
        <ResponseSide attempt={attempt} />
      )}
    </section>
  );
}

/** Requests are not stored: the event is, and the headers follow from it. */
function RequestSide({ webhook, delivery, attempt }: Props) {
  const { t } = useLingui();
  const { data: event, isPending } = useEvent(delivery.eventId);
  if (isPending) return <Skeleton width={85} />;
  return (
    <>
      <CodeBlock label={t`Request`} text={requestText(delivery.eventId, attempt, event ?? null)} />
      {!event && <p className={log.muted}>{t`The event is no longer stored, so its body cannot be shown.`}</p>}
      {webhook.payloadVersion === 'v2' && (
        <p className={log.muted}>{t`This webhook gets the form of version 2; shown is the event in version 3.`}</p>
      )}
    </>
  );
}

function ResponseSide({ attempt: { statusCode, error, responseBody } }: { attempt: Attempt }) {
  const { t } = useLingui();
  const words = useErrorWords();
  if (statusCode === null)
    return (
      <Notice tone="danger" title={words(error)}>
        <p dir="ltr">{error}</p>
      </Notice>
    );
  return (
    <>
      <CodeBlock label={t`Response`} text={`HTTP ${statusCode}\n\n${responseBody ?? ''}`.trim()} />
      {!responseBody && <p className={log.muted}>{t`The answer had no body.`}</p>}
    </>
  );
}
