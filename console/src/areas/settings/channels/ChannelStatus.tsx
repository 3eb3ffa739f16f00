import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { StatusDot } from '../../../kit/index.ts';

/** The status of a channel in a word. */
export function ChannelStatus({ channel: { status, isConnected } }: { channel: types.Channel }) {
  const { t } = useLingui();
  if (!isConnected) return <StatusDot tone="muted">{t`Not connected`}</StatusDot>;
  if (status === 'error') return <StatusDot tone="danger">{t`Needs attention`}</StatusDot>;
  if (status === 'paused') return <StatusDot tone="warn">{t`Paused`}</StatusDot>;
  return <StatusDot tone="ok">{t`Active`}</StatusDot>;
}
