import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Menu, type MenuItem } from '../kit/Menu.tsx';
import type { Action } from './registry.ts';
import { shortcutOf } from './shortcuts.ts';

type Props = { trigger: ReactElement; actions: readonly (Action | 'line')[]; align?: 'start' | 'end' };

/** A menu of actions with their shortcuts. */
export function ActionMenu({ trigger, actions, align = 'end' }: Props) {
  const { i18n } = useLingui();
  const items = actions
    .filter((action) => action === 'line' || (action.isAvailable?.() ?? true))
    .map((action): MenuItem => {
      if (action === 'line') return action;
      const { icon: Icon, title, run } = action;
      return {
        label: i18n._(title),
        icon: Icon && <Icon size={16} aria-hidden />,
        shortcut: shortcutOf(action),
        onSelect: () => void run(),
      };
    });
  return <Menu trigger={trigger} items={items} align={align} />;
}
