import { mergeProps } from '@base-ui/react/merge-props';
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from 'react';

type ButtonElement = ReactElement<ComponentProps<'button'>>;

/** Returns the element with more properties. Its own handlers are called too. */
export const withProps = (element: ReactElement, props: ComponentProps<'button'>): ReactElement =>
  cloneElement(element as ButtonElement, mergeProps<'button'>(props, (element as ButtonElement).props));

export type OpenChange = (isOpen: boolean, details: { reason: string; event: Event; cancel: () => void }) => void;

type Trigger = {
  /** The trigger with what makes it open the popup. */
  element: ReactElement;
  anchor: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  /** False until the popup was open once: before that it is not loaded. */
  isNeeded: boolean;
  setOpen: (isOpen: boolean) => void;
  /** For the popup. A press on the trigger is left to the trigger, which would open again what the press has closed. */
  onOpenChange: OpenChange;
};

type Options = { kind: 'menu' | 'dialog'; open?: boolean | undefined; onOpenChange?: ((isOpen: boolean) => void) | undefined };

/** Turns an element into the button of a popup. The popup itself is a lazy component beside it. */
export function useTrigger(trigger: ReactElement, { kind, open, onOpenChange }: Options): Trigger {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpenHere, setOpenHere] = useState(false);
  const isOpen = open ?? isOpenHere;
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setNeeded(true);
  const setOpen = (next: boolean) => {
    setOpenHere(next);
    onOpenChange?.(next);
  };
  const element = withProps(trigger, {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
    ...(kind === 'menu' && { onKeyDown: (event: KeyboardEvent) => event.key === 'ArrowDown' && openByKey(event, setOpen) }),
  });
  return {
    element,
    anchor,
    isOpen,
    isNeeded,
    setOpen,
    onOpenChange: (next, details) => {
      if (details.reason === 'outside-press' && anchor.current?.contains(details.event.target as Node)) details.cancel();
      else setOpen(next);
    },
  };
}

function openByKey(event: KeyboardEvent, setOpen: (isOpen: boolean) => void): void {
  event.preventDefault();
  setOpen(true);
}
