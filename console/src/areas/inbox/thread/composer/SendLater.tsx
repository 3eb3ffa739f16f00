import { useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { lazy, useState } from 'react';
import { IconButton, Popover } from '../../../../kit/index.ts';

const SendLaterForm = lazy(() => import('./SendLaterForm.tsx').then(({ SendLaterForm }) => ({ default: SendLaterForm })));

/** Chooses a time at which the message leaves. */
export function SendLater({ disabled, onSend }: { disabled: boolean; onSend: (scheduledAt: string) => void }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const send = (at: Date) => {
    setIsOpen(false);
    onSend(at.toISOString());
  };
  return (
    <Popover
      label={t`Send later`}
      side="top"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton size="small" label={t`Send later`} disabled={disabled} icon={<Clock size={16} aria-hidden />} />}
    >
      <SendLaterForm onSend={send} />
    </Popover>
  );
}
