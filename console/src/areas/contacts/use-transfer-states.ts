import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';

type Status = types.ContactImport['status'];

/** Words and tones of the states of imports and exports. */
export function useTransferStates() {
  const { t } = useLingui();
  const words: Record<Status, string> = {
    running: t`Running`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
    failed: t`Failed`,
  };
  const tones = { running: 'live', completed: 'ok', cancelled: 'muted', failed: 'danger' } as const satisfies Record<
    Status,
    string
  >;
  return { words, tones };
}
