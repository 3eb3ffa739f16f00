import { lazy, Suspense } from 'react';
import { withTexts } from './i18n.ts';

const PhonePanel = lazy(async () => {
  const { PhonePanel } = await withTexts('phone', import('../areas/phone/PhonePanel.tsx'));
  return { default: PhonePanel };
});

/** The sandbox phone beside a chat. Areas do not import each other, so the inbox gets it from here. */
export function PhoneSlot({ chatId, className }: { chatId: string; className?: string | undefined }) {
  return (
    <Suspense fallback={<div className={className} />}>
      <PhonePanel chatId={chatId} className={className} />
    </Suspense>
  );
}
