import { Suspense, useState } from 'react';
import type { DialogProps } from './DialogWindow.tsx';
import { lazyPopup } from './load-popups.ts';

const DialogWindow = lazyPopup('DialogWindow');

/** A window for a form. For a question with two answers use `confirm()`. */
export function Dialog(props: DialogProps) {
  const [isNeeded, setNeeded] = useState(props.open);
  if (props.open && !isNeeded) setNeeded(true);
  return (
    isNeeded && (
      <Suspense>
        <DialogWindow {...props} />
      </Suspense>
    )
  );
}
