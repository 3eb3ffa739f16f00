import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, ChannelIcon, Notice, toast, toastError, useChannelName } from '../../../kit/index.ts';
import { randomDigits } from './random.ts';
import styles from './Setup.module.css';
import { type ChannelType, type ProviderId, providersOf, sandboxSettings } from './setup.ts';
import { providerTexts } from './setup-texts.ts';

const TYPES: readonly ChannelType[] = ['whatsapp', 'sms', 'email', 'instagram'];

type Props = { onChoose: (provider: ProviderId) => void; onConnected: (channel: types.Channel) => Promise<void> };

/** The providers by kind of channel. A sandbox tenant connects to the sandbox with one click. */
export function ProviderChoice({ onChoose, onConnected }: Props) {
  const { t } = useLingui();
  const { tenant } = useSession();
  return (
    <>
      {tenant.mode === 'sandbox' && (
        <section className={styles.sandbox}>
          <Notice icon={<FlaskConical size={16} aria-hidden />} title={t`This is a sandbox tenant`}>
            {t`Its channels reach the sandbox and no real customer. Credentials are made up for you.`}
          </Notice>
          <div className={styles.sandboxTypes}>
            {TYPES.map((type) => (
              <SandboxButton key={type} type={type} onConnected={onConnected} />
            ))}
          </div>
          <p className={styles.or}>{t`Or go through the setup of a provider, as with real accounts:`}</p>
        </section>
      )}
      <ul className={styles.providers}>
        {TYPES.flatMap(providersOf).map(({ id, type }) => (
          <li key={id}>
            <Provider id={id} type={type} onChoose={() => onChoose(id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Provider({ id, type, onChoose }: { id: ProviderId; type: ChannelType; onChoose: () => void }) {
  const { i18n } = useLingui();
  const { name, text } = providerTexts[id];
  return (
    <button type="button" className={styles.provider} onClick={onChoose}>
      <ChannelIcon type={type} />
      <span className={styles.providerText}>
        <strong>{name}</strong>
        <span>{i18n._(text)}</span>
      </span>
    </button>
  );
}

function SandboxButton({ type, onConnected }: { type: ChannelType; onConnected: Props['onConnected'] }) {
  const { t } = useLingui();
  const { client } = useSession();
  const kind = useChannelName(type);
  const [isBusy, setBusy] = useState(false);
  const connect = async () => {
    setBusy(true);
    try {
      const channel = await client.channels.create({
        type,
        name: t`Sandbox ${kind}`,
        settings: sandboxSettings(type, randomDigits),
      });
      toast({ text: t`${kind} is connected to the sandbox`, detail: t`Write to it with the sandbox phone.` });
      await onConnected(channel);
    } catch (error) {
      toastError(t`The channel could not be created`, error);
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} icon={<ChannelIcon type={type} size={18} />} onClick={() => void connect()}>
      {t`Connect ${kind}`}
    </Button>
  );
}
