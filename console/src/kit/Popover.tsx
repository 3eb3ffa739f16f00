import { type ReactElement, type ReactNode, Suspense } from 'react';
import { lazyPopup } from './load-popups.ts';
import { useTrigger } from './trigger.ts';

type Props = {
  trigger: ReactElement;
  /** Accessible name of the popover. */
  label: string;
  side?: 'bottom' | 'top' | 'inline-end';
  align?: 'start' | 'center' | 'end';
  /** Without padding, for lists. */
  flush?: boolean;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

const PopoverPopup = lazyPopup('PopoverPopup');

export function Popover({ trigger, label, side = 'bottom', align = 'start', flush = false, children, ...control }: Props) {
  const { element, anchor, isOpen, isNeeded, onOpenChange } = useTrigger(trigger, { kind: 'dialog', ...control });
  return (
    <>
      {element}
      {isNeeded && (
        <Suspense>
          <PopoverPopup
            anchor={anchor}
            label={label}
            side={side}
            align={align}
            flush={flush}
            isOpen={isOpen}
            onOpenChange={onOpenChange}
          >
            {children}
          </PopoverPopup>
        </Suspense>
      )}
    </>
  );
}
