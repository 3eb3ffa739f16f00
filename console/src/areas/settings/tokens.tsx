import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { KeyRound } from 'lucide-react';
import { Button, CopyValue, Notice, RelativeTime } from '../../kit/index.ts';
import cells from './cells.module.css';
import type { PageProps } from './pages.ts';
import { defineResource } from './resource/define-resource.ts';
import { ResourcePage } from './resource/ResourcePage.tsx';
import { ScopesField } from './ScopesField.tsx';

export type TokenValues = { name: string; scopes: string[]; userId: string | null; expiresAt: string };

/** The token itself is only in the answer that created it. */
type Token = types.AccessToken & { accessToken?: string };

const tokens = defineResource<Token, TokenValues>({
  key: 'tokens',
  scope: 'admin',
  title: msg`Access tokens`,
  text: msg`Programs call the API with a token. Give each program its own, with no more scopes than it needs.`,
  icon: KeyRound,
  add: msg`Create token`,
  empty: msg`No tokens yet`,
  api: ({ tokens }) => ({
    list: () => tokens.each({ sortBy: 'desc(createdAt)' }),
    create: ({ name, scopes, userId, expiresAt }) =>
      tokens.create({ name, scopes, userId, ...(expiresAt && { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() }) }),
    remove: (id) => tokens.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', head: msg`Name`, isName: true, Cell: ({ item }) => <bdi>{item.name}</bdi> },
    { key: 'scopes', head: msg`Scopes`, Cell: ({ item }) => <ScopeCount scopes={item.scopes} /> },
    { key: 'lastUsedAt', head: msg`Last used`, Cell: ({ item }) => <LastUse at={item.lastUsedAt} /> },
    { key: 'expiresAt', head: msg`Ends`, Cell: ({ item }) => <End at={item.expiresAt} /> },
  ],
  fields: [
    {
      name: 'name',
      label: msg`Name`,
      hint: msg`The program that uses it.`,
      kind: 'text',
      maxLength: 100,
      placeholder: 'Shop system',
    },
    { name: 'scopes', label: msg`Scopes`, kind: 'custom', Render: ScopesField },
    {
      name: 'userId',
      label: msg`User`,
      hint: msg`The token then may do no more than this user, and is deleted with them.`,
      kind: 'one',
      source: 'users',
      none: msg`Nobody`,
    },
    { name: 'expiresAt', label: msg`Ends on`, hint: msg`Empty: it does not end.`, kind: 'text', type: 'date', isOptional: true },
  ],
  toValues: (token) => ({
    name: token?.name ?? '',
    scopes: token?.scopes ?? [],
    userId: token?.userId ?? null,
    expiresAt: token?.expiresAt?.slice(0, 10) ?? '',
  }),
  deletion: {
    verb: msg`Revoke token`,
    text: msg`Programs that use it are refused within 5 seconds. This cannot be undone.`,
  },
  Created: ShownOnce,
});

function ShownOnce({ item: { accessToken }, onDone }: { item: Token; onDone: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Notice tone="warn" title={t`Copy the token now`}>
        {t`It is shown only here. If it is lost, create another one.`}
      </Notice>
      <CopyValue label={t`Access token`} value={accessToken ?? ''} />
      <div>
        <Button look="primary" onClick={onDone}>
          {t`Done`}
        </Button>
      </div>
    </>
  );
}

function ScopeCount({ scopes }: { scopes: string[] }) {
  const { t } = useLingui();
  const count = scopes.length;
  return (
    <span className={cells.muted} title={scopes.join(' ')}>
      {count > 3 ? t`${count} scopes` : scopes.join(', ')}
    </span>
  );
}

function LastUse({ at }: { at: string | null }) {
  const { t } = useLingui();
  return at ? <RelativeTime at={at} relative /> : <span className={cells.muted}>{t`Never`}</span>;
}

function End({ at }: { at: string | null }) {
  const { t } = useLingui();
  return at ? <RelativeTime at={at} /> : <span className={cells.muted}>{t`Never`}</span>;
}

export default function TokensPage({ item }: PageProps) {
  return <ResourcePage resource={tokens} item={item} />;
}
