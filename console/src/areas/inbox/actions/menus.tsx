import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, useState, useSyncExternalStore } from 'react';
import { Dialog, Popover } from '../../../kit/index.ts';
import type { Target } from './change.ts';
import styles from './PickList.module.css';

type Kind = 'assign' | 'label' | 'snooze';
type MenuProps = { target: Target; trigger: ReactElement; align?: 'start' | 'end'; side?: 'bottom' | 'top' };

const loadPickers = () => import('./Pickers.tsx');
const pickers = {
  assign: lazy(() => loadPickers().then(({ AssignPicker }) => ({ default: AssignPicker }))),
  label: lazy(() => loadPickers().then(({ LabelPicker }) => ({ default: LabelPicker }))),
  snooze: lazy(() => loadPickers().then(({ SnoozePicker }) => ({ default: SnoozePicker }))),
};

function useNames(): Record<Kind, string> {
  const { t } = useLingui();
  return { assign: t`Assign`, label: t`Label`, snooze: t`Snooze` };
}

function PickerMenu({ kind, target, trigger, align = 'end', side = 'bottom' }: MenuProps & { kind: Kind }) {
  const [isOpen, setOpen] = useState(false);
  const names = useNames();
  const Picker = pickers[kind];
  return (
    <Popover trigger={trigger} label={names[kind]} flush align={align} side={side} open={isOpen} onOpenChange={setOpen}>
      <Picker target={target} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** Menus for the header of a chat and for the bar of chosen chats. `trigger` is a Button or an IconButton. */
export const AssignMenu = (props: MenuProps) => <PickerMenu kind="assign" {...props} />;
export const LabelMenu = (props: MenuProps) => <PickerMenu kind="label" {...props} />;
export const SnoozeMenu = (props: MenuProps) => <PickerMenu kind="snooze" {...props} />;

let asked: { kind: Kind; target: Target } | null = null;
const listeners = new Set<() => void>();

function setAsked(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens a picker over the page, for shortcuts. */
export const openPicker = (kind: Kind, target: Target): void => setAsked({ kind, target });

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the picker of `openPicker()`; once in the inbox. */
export function PickerDialog() {
  const current = useSyncExternalStore(subscribe, () => asked);
  const names = useNames();
  if (!current) return null;
  const Picker = pickers[current.kind];
  return (
    <Dialog open onClose={() => setAsked(null)} title={names[current.kind]}>
      <div className={styles.dialog}>
        <Picker target={current.target} onDone={() => setAsked(null)} />
      </div>
    </Dialog>
  );
}
