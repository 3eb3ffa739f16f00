import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { StatusDot } from '../../../kit/index.ts';

export function WebhookStatus({ webhook: { status, isSuspended, failingSince } }: { webhook: types.Webhook }) {
  const { t } = useLingui();
  if (status === 'disabled') return <StatusDot tone="danger">{t`Disabled`}</StatusDot>;
  if (isSuspended) return <StatusDot tone="warn">{t`Suspended by the plan`}</StatusDot>;
  if (status === 'paused') return <StatusDot tone="muted">{t`Paused`}</StatusDot>;
  if (failingSince) return <StatusDot tone="warn">{t`Failing`}</StatusDot>;
  return <StatusDot tone="ok">{t`Active`}</StatusDot>;
}
