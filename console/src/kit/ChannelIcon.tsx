import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './Avatar.module.css';
import { cx } from './cx.ts';

const SHAPES: Record<string, ReactNode> = {
  whatsapp: (
    <>
      <path d="M12 3.5a8.5 8.5 0 0 0-7.3 12.8L3.5 20.5l4.3-1.2A8.5 8.5 0 1 0 12 3.5z" />
      <path d="M9 8.5c0 4 2.5 6.5 6.5 6.7" />
    </>
  ),
  sms: <path d="M4 5h16v11.5H11L6.5 20.5v-4H4z" />,
  email: (
    <>
      <rect x="3" y="5.5" width="18" height="13.5" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </>
  ),
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.8" />
    </>
  ),
};

/** The mark of a channel type: whatsapp, sms, email or instagram. 18 px at avatars, 20 px in lists. */
export function ChannelIcon({ type, size = 20 }: { type: string; size?: 18 | 20 }) {
  const name = useChannelName(type);
  const kind = type;
  return (
    <span role="img" aria-label={name} className={cx(styles.channel, styles[kind], size === 20 && styles.big)}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
        {SHAPES[kind] ?? <circle cx="12" cy="12" r="6" />}
      </svg>
    </span>
  );
}

/** Returns what people call a channel type. */
export function useChannelName(type: string): string {
  const { t } = useLingui();
  const names: Record<string, string> = { whatsapp: 'WhatsApp', sms: 'SMS', email: t`Email`, instagram: 'Instagram' };
  return names[type] ?? type;
}
