import { type FocusEvent, type PointerEvent, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPopup } from './load-popups.ts';
import { withProps } from './trigger.ts';

type Props = {
  text: string;
  shortcut?: string | undefined;
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  children: ReactElement;
};

const TooltipPopup = lazyPopup('TooltipPopup');
const DELAY_MS = 400;

/** Names an icon; never holds information that is nowhere else. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (element: Element, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), afterMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const element = withProps(children, {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => pointerType === 'mouse' && show(currentTarget, DELAY_MS),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && show(currentTarget, 0),
    onBlur: hide,
    onClick: hide,
  });
  return (
    <>
      {element}
      {anchor && (
        <Suspense>
          <TooltipPopup anchor={anchor} text={text} shortcut={shortcut} side={side} onClose={hide} />
        </Suspense>
      )}
    </>
  );
}
