import { type ReactElement, type ReactNode, Suspense } from 'react';
import { lazyPopup } from './load-popups.ts';
import { useTrigger } from './trigger.ts';

export type MenuItem =
  | {
      label: ReactNode;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      /** Set for choices: shows a mark where it is true. */
      checked?: boolean;
      shortcut?: string | undefined;
      hint?: ReactNode;
    }
  | { heading: ReactNode }
  | 'line';

type Props = {
  /** The element that opens the menu: a Button or an IconButton. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  side?: 'bottom' | 'top' | 'inline-end';
  align?: 'start' | 'end';
};

const MenuPopup = lazyPopup('MenuPopup');

export function Menu({ trigger, items, side = 'bottom', align = 'start' }: Props) {
  const { element, anchor, isOpen, isNeeded, onOpenChange } = useTrigger(trigger, { kind: 'menu' });
  return (
    <>
      {element}
      {isNeeded && (
        <Suspense>
          <MenuPopup anchor={anchor} items={items} side={side} align={align} isOpen={isOpen} onOpenChange={onOpenChange} />
        </Suspense>
      )}
    </>
  );
}
