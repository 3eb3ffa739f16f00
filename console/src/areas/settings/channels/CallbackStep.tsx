import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { CopyValue, Notice } from '../../../kit/index.ts';
import styles from './Setup.module.css';
import { callbackUrlOf, type ProviderSetup, type Values } from './setup.ts';
import { callbackSteps } from './setup-texts.ts';

type Props = { setup: ProviderSetup; channel: types.Channel; values: Values };

/** What to enter at the provider so that it passes messages on. */
export function CallbackStep({ setup, channel, values }: Props) {
  const { t, i18n } = useLingui();
  const isLocal = /^http:|\/\/(localhost|127\.)/.test(channel.inboundUrl);
  return (
    <>
      <p>{t`The channel is created. Now the provider has to know where to send messages.`}</p>
      <CopyValue label={t`Callback URL`} value={callbackUrlOf(setup.id, channel.inboundUrl, values)} />
      {values.verifyToken && <CopyValue label={t`Verify token`} value={values.verifyToken} />}
      <ol className={styles.todo}>
        {callbackSteps[setup.id]?.map((line) => (
          <li key={line.id}>{i18n._(line)}</li>
        ))}
      </ol>
      {isLocal && (
        <Notice tone="warn" title={t`Providers cannot reach this address`}>
          {t`It is not a public https address. The operator of this installation sets it with PUBLIC_URL.`}
        </Notice>
      )}
    </>
  );
}
