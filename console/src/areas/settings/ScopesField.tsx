import { useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useSession } from '../../app/session/use-session.ts';
import field from '../../kit/Field.module.css';
import { Checkbox } from '../../kit/index.ts';
import type { CustomProps } from './form/fields.ts';
import styles from './ScopesField.module.css';
import type { TokenValues } from './tokens.tsx';

type Row = { resource: string; scopes: Partial<Record<'read' | 'write' | 'other', string>> };

/** Reading and writing per resource. A new token can only have scopes of the person who creates it. */
export function ScopesField({ values: { scopes }, set, errorOf, disabled }: CustomProps<TokenValues>) {
  const { t } = useLingui();
  const { me } = useSession();
  const known = [...new Set([...me.scopes, ...scopes])];
  const rows = rowsOf(known);
  const error = errorOf('scopes');
  const toggle = (scope: string, isOn: boolean) =>
    set('scopes', isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  const reads = known.filter((scope) => scope.endsWith('.read'));
  return (
    <fieldset className={styles.scopes}>
      <legend className={styles.legend}>{t`Scopes`}</legend>
      {error && (
        <p className={field.error}>
          <TriangleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
      <div className={styles.head}>
        <Checkbox
          checked={reads.every((scope) => scopes.includes(scope))}
          mixed={reads.some((scope) => scopes.includes(scope)) && !reads.every((scope) => scopes.includes(scope))}
          label={t`Read everything`}
          disabled={disabled}
          onChange={(isOn) => set('scopes', [...scopes.filter((scope) => !reads.includes(scope)), ...(isOn ? reads : [])])}
        />
      </div>
      {rows.map(({ resource, scopes: offered }) => (
        <div key={resource} className={styles.row}>
          <code dir="ltr">{resource}</code>
          {(['read', 'write', 'other'] as const).map((kind) => {
            const scope = offered[kind];
            if (!scope) return <span key={kind} />;
            const label = kind === 'read' ? t`Read` : kind === 'write' ? t`Write` : scope === 'admin' ? t`Allow` : t`Trigger`;
            return (
              <Checkbox
                key={kind}
                checked={scopes.includes(scope)}
                label={label}
                disabled={disabled}
                onChange={(isOn) => toggle(scope, isOn)}
              />
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

function rowsOf(scopes: readonly string[]): Row[] {
  const rows = new Map<string, Row>();
  for (const scope of scopes) {
    const [resource = scope, kind] = scope.split('.');
    const row = rows.get(resource) ?? { resource, scopes: {} };
    rows.set(resource, row);
    row.scopes[kind === 'read' || kind === 'write' ? kind : 'other'] = scope;
  }
  return [...rows.values()].sort((a, b) => a.resource.localeCompare(b.resource));
}
