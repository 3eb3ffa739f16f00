import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, type MenuItem, toastError } from '../../kit/index.ts';
import { LANGUAGES, type Language, setLanguage } from '../i18n.ts';
import { enterTenant, signOut } from '../session/session.ts';
import { useSession, useSessionState } from '../session/use-session.ts';
import { setTheme, type Theme, useTheme } from '../theme.ts';

/** Account, tenant, theme, language and sign-out. */
export function UserMenu({ trigger, side }: { trigger: ReactElement; side: 'top' | 'inline-end' }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { me } = useSession();
  const items: MenuItem[] = [
    { heading: `${me.user.name} · ${me.user.email}` },
    {
      label: t`Your account`,
      icon: <UserRound size={16} aria-hidden />,
      onSelect: () => void navigate({ href: '/settings/profile' }),
    },
    'line',
    ...useTenantItems(),
    ...useThemeItems(),
    ...useLanguageItems(),
    'line',
    { label: t`Sign out`, icon: <LogOut size={16} aria-hidden />, onSelect: () => void signOut() },
  ];
  return <Menu trigger={trigger} items={items} side={side} align="end" />;
}

/** The tenants of the person; nothing to choose with one. */
export function useTenantItems(): MenuItem[] {
  const { t } = useLingui();
  const state = useSessionState();
  const { tenant, tenants } = useSession();
  if (state.step !== 'active' || tenants.length < 2) return [];
  const choose = async (tenantId: string) => {
    await enterTenant(state.signedIn, tenantId).catch((error: unknown) => toastError(t`The tenant could not be opened`, error));
  };
  return [
    { heading: t`Tenant` },
    ...tenants.map(({ id, name }) => ({ label: name, checked: id === tenant.id, onSelect: () => void choose(id) })),
    'line',
  ];
}

function useThemeItems(): MenuItem[] {
  const { t } = useLingui();
  const theme = useTheme();
  const names: Record<Theme, string> = { system: t`As the system`, light: t`Light`, dark: t`Dark` };
  return [
    { heading: t`Theme` },
    ...(Object.keys(names) as Theme[]).map((name) => ({
      label: names[name],
      checked: name === theme,
      onSelect: () => setTheme(name),
    })),
    'line',
  ];
}

function useLanguageItems(): MenuItem[] {
  const { t, i18n } = useLingui();
  return [
    { heading: t`Language` },
    ...(Object.entries(LANGUAGES) as [Language, string][]).map(([language, name]) => ({
      label: name,
      checked: language === i18n.locale,
      onSelect: () => void setLanguage(language),
    })),
  ];
}
