import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/index.ts';
import type { useBulk } from './use-bulk.ts';

type Props = { bulk: Pick<ReturnType<typeof useBulk>, 'done' | 'stop'>; count: number; onClose: () => void; children: ReactNode };

/** The buttons of a bulk dialog: while it runs the progress and "Stop", else "Cancel" and the verb. */
export function BulkActions({ bulk: { done, stop }, count, onClose, children }: Props) {
  const { t } = useLingui();
  if (done === null)
    return (
      <>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        {children}
      </>
    );
  return (
    <>
      <Button onClick={stop}>{t`Stop`}</Button>
      <Button look="primary" busy>
        <Plural value={count} other={`${done} of #`} />
      </Button>
    </>
  );
}
