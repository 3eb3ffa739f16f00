import { shown } from '../expect.ts';
import type { Area } from '../step.ts';

export const contacts: Area = {
  name: 'contacts',
  steps: [
    {
      name: 'the list shows contacts, and a search narrows it',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/contacts', { firstName: 'Nora', lastName: 'Berg', email: 'nora.berg@example.com' });
        await environment.call('POST', '/v3/contacts', { firstName: 'Paul', lastName: 'Winter', email: 'paul@example.com' });
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        await shown(ada.getByRole('link', { name: 'Nora Berg' }));
        await ada.getByRole('searchbox').fill('Nora');
        await shown(ada.getByRole('link', { name: 'Nora Berg' }));
        await ada.getByRole('link', { name: 'Paul Winter' }).waitFor({ state: 'hidden' });
      },
    },
    {
      name: 'a contact is created',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'New contact' }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByLabel('First name').fill('Karla');
        await dialog.getByLabel('Last name').fill('Weiss');
        await dialog.getByLabel(/Email/).first().fill('karla.weiss@example.com');
        await dialog.getByRole('button', { name: /^(Create|Save|Create contact)$/ }).click();
        await shown(ada.getByRole('heading', { name: 'Karla Weiss' }));
      },
    },
  ],
};
