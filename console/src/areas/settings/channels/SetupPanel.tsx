import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton, PageHeader } from '../../../kit/index.ts';
import resource from '../resource/Resource.module.css';
import { ProviderChoice } from './ProviderChoice.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { type ProviderId, setups } from './setup.ts';
import { providerTexts } from './setup-texts.ts';

type Props = {
  onClose: () => void;
  /** The list changed. */
  onCreated: () => Promise<void>;
  /** The setup is over: shows the channel. */
  onFinished: (channelId: string) => void;
};

/** Adds a channel: first the provider, then its steps. */
export function SetupPanel({ onClose, onCreated, onFinished }: Props) {
  const { t } = useLingui();
  const [provider, setProvider] = useState<ProviderId | null>(null);
  const finish = async (channel: types.Channel) => {
    await onCreated();
    onFinished(channel.id);
  };
  return (
    <aside className={resource.panel} aria-label={t`Add channel`}>
      <PageHeader level={2} title={provider ? providerTexts[provider].name : t`Add channel`}>
        <IconButton label={t`Close`} icon={<X size={16} aria-hidden />} onClick={onClose} />
      </PageHeader>
      <div className={resource.panelBody}>
        {provider ? (
          <SetupSteps
            key={provider}
            setup={setups[provider]}
            onBack={() => setProvider(null)}
            onCreated={onCreated}
            onFinished={onFinished}
          />
        ) : (
          <ProviderChoice onChoose={setProvider} onConnected={finish} />
        )}
      </div>
    </aside>
  );
}
