import { lazy, Suspense } from 'react';

const PhonePanel = lazy(() => import('../areas/phone/PhonePanel.tsx').then((module) => ({ default: module.PhonePanel })));

/** The sandbox phone beside a chat. Areas do not import each other, so the inbox gets it from here. */
export function PhoneSlot({ chatId, className }: { chatId: string; className?: string | undefined }) {
  return (
    <Suspense fallback={<div className={className} />}>
      <PhonePanel chatId={chatId} className={className} />
    </Suspense>
  );
}
