import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './Kbd.tsx';
import type { MenuItem } from './Menu.tsx';
import styles from './Popup.module.css';
import type { OpenChange } from './trigger.ts';

type Props = {
  anchor: RefObject<HTMLElement | null>;
  items: readonly MenuItem[];
  side: 'bottom' | 'top' | 'inline-end';
  align: 'start' | 'end';
  isOpen: boolean;
  onOpenChange: OpenChange;
};

export function MenuPopup({ anchor, items, side, align, isOpen, onOpenChange }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} className={styles.positioner} sideOffset={4} side={side} align={align}>
          <Base.Popup className={cx(styles.pop, styles.menu)} finalFocus={anchor}>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids, and the list is created each time it opens
              <Row key={index} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Row({ item }: { item: MenuItem }) {
  if (item === 'line') return <Base.Separator className={styles.line} />;
  if ('heading' in item) return <div className={styles.head}>{item.heading}</div>;
  const content = (
    <>
      {item.icon}
      <span className={styles.itemText}>{item.label}</span>
      {item.hint && <span className={styles.itemHint}>{item.hint}</span>}
      {item.shortcut && <Kbd keys={item.shortcut} />}
    </>
  );
  const className = cx(styles.item, item.danger && styles.danger);
  if (item.checked === undefined)
    return (
      <Base.Item className={className} disabled={item.disabled} onClick={item.onSelect}>
        {content}
      </Base.Item>
    );
  return (
    <Base.CheckboxItem className={className} checked={item.checked} closeOnClick onCheckedChange={item.onSelect}>
      {content}
      <span className={styles.mark}>{item.checked && <Check size={14} aria-hidden />}</span>
    </Base.CheckboxItem>
  );
}
