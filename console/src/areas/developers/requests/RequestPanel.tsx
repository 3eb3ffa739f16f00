import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Badge, DetailPanel, Facts, Notice } from '../../../kit/index.ts';
import log from '../LogList.module.css';
import { TokenName } from '../TokenName.tsx';
import { useFormats } from '../use-formats.ts';
import { statusTone } from './status-tone.ts';

/** One request. Bodies are not in the log. */
export function RequestPanel({ request, onClose }: { request: types.Request; onClose: () => void }) {
  const { t } = useLingui();
  const { clock, duration } = useFormats();
  const { error } = request;
  const invalid = Object.entries(error?.invalidParams ?? {});
  return (
    <DetailPanel
      title={`${request.method} ${request.route ?? t`unknown route`}`}
      meta={<Badge tone={statusTone(request.status)}>{request.status}</Badge>}
      onClose={onClose}
    >
      {error && (
        <Notice tone="danger" title={<code>{error.messageKey}</code>}>
          <p>{error.message}</p>
          {invalid.map(([name, { message }]) => (
            <p key={name}>
              <code>{name}</code>: {message}
            </p>
          ))}
        </Notice>
      )}
      <Facts
        rows={[
          [t`Request id`, <code key="id">{request.requestId}</code>],
          [t`Time`, clock(request.createdAt)],
          [t`Took`, duration(request.durationMs)],
          [t`Token`, <TokenName key="token" id={request.tokenId} />],
          [t`Address`, request.address],
        ]}
      />
      <p className={log.muted}>{t`The log keeps no bodies: they would hold personal data.`}</p>
    </DetailPanel>
  );
}
