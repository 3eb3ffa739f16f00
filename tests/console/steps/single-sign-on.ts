import { CLIENT, startOidcProvider } from '../../../server/src/test-kit/oidc-provider.ts';
import { atEnd } from '../../chaos/endings.ts';
import { shown } from '../expect.ts';
import type { Area } from '../step.ts';

/** An OpenID Connect provider that signs one person in. */
export const singleSignOn: Area = {
  name: 'single sign-on',
  steps: [
    {
      name: 'an admin connects an OpenID Connect provider, and a new colleague signs in with it',
      async run({ ada, environment, openWindow }) {
        const { apiUrl, tenantId } = environment;
        const provider = await startOidcProvider([`${apiUrl}/oidc/${tenantId}/callback`]);
        atEnd(() => provider.close());
        provider.signInAs({ sub: 'olga-1', email: 'olga@brisa.example', email_verified: true, name: 'Olga Open' });
        await ada.goto(`${apiUrl}/console/settings/sign-in`);
        await ada.getByLabel('Issuer').fill(provider.issuer);
        await ada.getByLabel('Client ID').fill(CLIENT.clientId);
        await ada.getByLabel('Client secret').fill(CLIENT.clientSecret);
        await ada.getByLabel('Email domains').fill('brisa.example');
        await ada.getByRole('combobox', { name: 'People who are no users yet' }).click();
        await ada.getByRole('option', { name: 'become members' }).click();
        await ada.getByRole('button', { name: 'Connect', exact: true }).click();
        const link = ada.getByText(`${apiUrl}/oidc/${tenantId}/start`).first();
        await shown(link);
        const page = await openWindow();
        await page.goto(`${apiUrl}/console/signin`);
        await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
        await page.getByLabel('Link or tenant id').fill((await link.textContent()) ?? '');
        await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
        await page.waitForURL('**/console/inbox**');
        await shown(page.getByRole('button', { name: 'Olga Open, your account' }));
      },
    },
    {
      name: 'a provider that is removed no longer signs in, and the page says so',
      async run({ ada, environment, openWindow }) {
        await ada.getByRole('button', { name: 'Remove', exact: true }).click();
        await ada.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
        await shown(ada.getByRole('button', { name: 'Connect', exact: true }));
        const page = await openWindow();
        await page.goto(`${environment.apiUrl}/console/signin`);
        await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
        await page.getByLabel('Link or tenant id').fill(environment.tenantId);
        await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click();
        await shown(page.getByText('This tenant has no single sign-on.'));
      },
    },
  ],
};
