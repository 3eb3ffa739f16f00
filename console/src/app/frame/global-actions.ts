import { msg } from '@lingui/core/macro';
import { Bell, Keyboard, Languages, LogOut, MoonStar, Search, SquareTerminal, Sun, SunMoon } from 'lucide-react';
import { setOverlay } from '../../actions/overlays.ts';
import type { Action } from '../../actions/registry.ts';
import { openCallPanel } from '../../kit/call-panel.ts';
import { LANGUAGES, type Language, setLanguage } from '../i18n.ts';
import { signOut } from '../session/session.ts';
import { setTheme } from '../theme.ts';
import { type Area, areas, isShown, settingsArea } from './navigation.ts';

type OpenArea = (to: Area['to']) => void;

const goTo = msg`Go to`;
const view = msg`View`;
const account = msg`Account`;

const LANGUAGE_TITLES = { en: msg`Language: English`, de: msg`Language: German`, ar: msg`Language: Arabic` };

/** Actions of every page. */
export function globalActions(open: OpenArea): Action[] {
  const ranks = new Map([goTo, view, account].map((group, index) => [group, index + 1]));
  return actionsOf(open).map((action) => ({ ...action, rank: ranks.get(action.group) ?? 1 }));
}

function actionsOf(open: OpenArea): Action[] {
  return [
    {
      id: 'palette.open',
      title: msg`Search or run`,
      group: view,
      icon: Search,
      shortcut: 'mod+k',
      run: () => setOverlay('palette'),
    },
    ...[...areas, settingsArea].map((area) => ({
      id: `go${area.to.replace('/', '.')}`,
      title: area.label,
      group: goTo,
      icon: area.icon,
      shortcut: area.keys,
      isAvailable: () => isShown(area),
      run: () => open(area.to),
    })),
    {
      id: 'shortcuts.open',
      title: msg`Keyboard shortcuts`,
      group: view,
      icon: Keyboard,
      shortcut: '?',
      run: () => setOverlay('shortcuts'),
    },
    {
      id: 'call.show',
      title: msg`Show the call`,
      group: view,
      icon: SquareTerminal,
      shortcut: 'mod+.',
      keywords: 'curl api sdk request',
      run: openCallPanel,
    },
    { id: 'notifications.open', title: msg`Notifications`, group: view, icon: Bell, shortcut: 'g n', run: openNotifications },
    { id: 'theme.light', title: msg`Theme: light`, group: view, icon: Sun, run: () => setTheme('light') },
    { id: 'theme.dark', title: msg`Theme: dark`, group: view, icon: MoonStar, run: () => setTheme('dark') },
    { id: 'theme.system', title: msg`Theme: as the system`, group: view, icon: SunMoon, run: () => setTheme('system') },
    ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      id: `language.${language}`,
      title: LANGUAGE_TITLES[language],
      group: view,
      icon: Languages,
      keywords: LANGUAGES[language],
      run: () => setLanguage(language),
    })),
    { id: 'session.end', title: msg`Sign out`, group: account, icon: LogOut, run: signOut },
  ];
}

/** The bell is in the rail or, on narrow screens, in the bottom navigation: opens the one that is visible. */
function openNotifications(): void {
  const bells = [...document.querySelectorAll<HTMLElement>('[data-bell]')];
  bells.find((bell) => bell.offsetParent !== null)?.click();
}
