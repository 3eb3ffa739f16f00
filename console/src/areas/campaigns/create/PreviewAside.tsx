import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../kit/index.ts';
import styles from './Create.module.css';
import type { MessageDraft } from './draft.ts';
import { Preview } from './Preview.tsx';
import type { Sample } from './use-sample.ts';

type Props = {
  message: MessageDraft;
  template: types.MessageTemplate | undefined;
  samples: readonly Sample[];
  channelType: string | undefined;
};

/** The message for one of some recipients; the arrows show it for the others. */
export function PreviewAside({ message, template, samples, channelType }: Props) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const index = Math.min(at, Math.max(0, samples.length - 1));
  const sample = samples[index];
  return (
    <section className={styles.aside} aria-label={t`Preview`}>
      <header className={styles.asideHead}>
        <h2>{sample ? t`As ${sample.name} sees it` : t`Preview`}</h2>
        {samples.length > 1 && (
          <span className={styles.arrows}>
            <IconButton
              size="small"
              label={t`Previous recipient`}
              icon={<ChevronLeft size={16} aria-hidden />}
              onClick={() => setAt((index + samples.length - 1) % samples.length)}
            />
            <IconButton
              size="small"
              label={t`Next recipient`}
              icon={<ChevronRight size={16} aria-hidden />}
              onClick={() => setAt((index + 1) % samples.length)}
            />
          </span>
        )}
      </header>
      <Preview
        message={message}
        template={template}
        values={sample ?? { contact: null, variables: {} }}
        channelType={channelType}
      />
      {!sample && <p className={styles.muted}>{t`Without a recipient, placeholders show their defaults.`}</p>}
    </section>
  );
}
