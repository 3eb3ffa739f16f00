import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { enterTenant, signOut } from '../../app/session/session.ts';
import { Avatar, Badge, Button, ErrorState } from '../../kit/index.ts';
import styles from './Gate.module.css';
import { Gate } from './Gate.tsx';

/** A person of several tenants chooses one; the user menu switches later. */
export function TenantStep({ signedIn }: { signedIn: types.SignedIn }) {
  const { t } = useLingui();
  const choose = useMutation({ mutationFn: (tenantId: string) => enterTenant(signedIn, tenantId) });
  const { tenants, account } = signedIn;
  return (
    <Gate
      title={tenants.length === 0 ? t`No tenant` : t`Choose a tenant`}
      text={
        tenants.length === 0
          ? t`${account.email} is a user of no tenant. Ask an administrator for an invitation.`
          : t`You are signed in as ${account.email}.`
      }
    >
      <div className={styles.buttons}>
        {tenants.map((tenant) => (
          <button key={tenant.id} type="button" className={styles.tenant} onClick={() => choose.mutate(tenant.id)}>
            <Avatar id={tenant.id} name={tenant.name} />
            <span className={styles.tenantName}>
              <bdi>{tenant.name}</bdi>
              <small>{tenant.user.role}</small>
            </span>
            {tenant.mode === 'sandbox' && <Badge>{t`Sandbox`}</Badge>}
          </button>
        ))}
        <Button look="quiet" wide onClick={() => void signOut()}>
          {t`Sign out`}
        </Button>
      </div>
      {choose.error && <ErrorState title={t`The tenant could not be opened`} error={choose.error} />}
    </Gate>
  );
}
