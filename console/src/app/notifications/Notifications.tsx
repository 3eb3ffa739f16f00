import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, useState } from 'react';
import { Popover } from '../../kit/index.ts';

const NotificationBox = lazy(() => import('./NotificationBox.tsx').then(({ NotificationBox }) => ({ default: NotificationBox })));

/** The bell: mentions and assignments, and how this browser tells of them. */
export function Notifications({ trigger, side }: { trigger: ReactElement; side: 'inline-end' | 'top' }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover trigger={trigger} label={t`Notifications`} side={side} align="end" flush open={isOpen} onOpenChange={setOpen}>
      <NotificationBox onOpened={() => setOpen(false)} />
    </Popover>
  );
}
