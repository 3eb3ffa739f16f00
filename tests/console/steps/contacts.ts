import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

const row = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name });

/** Four lines: two good ones, one without an address, one with a number that is none. */
const CSV = `first name,last name,email,phone
Hanna,Csv,hanna@csv.example,+4915112300001
Jonas,Csv,jonas@csv.example,
Nemo,Csv,,
Rike,Csv,,12
`;

async function createContact({ environment }: Scene, fields: object): Promise<string> {
  return (await environment.call('POST', '/v3/contacts', fields)).id ?? '';
}

export const contacts: Area = {
  name: 'contacts',
  steps: [
    {
      name: 'the list shows contacts, and a search narrows it',
      async run(scene) {
        const { ada, environment } = scene;
        await createContact(scene, { firstName: 'Nora', lastName: 'Berg', email: 'nora.berg@example.com' });
        await createContact(scene, { firstName: 'Paul', lastName: 'Winter', email: 'paul@example.com' });
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        await shown(row(ada, 'Nora Berg'));
        await shown(row(ada, 'Paul Winter'));
        await ada.getByRole('searchbox').fill('Nora');
        await gone(row(ada, 'Paul Winter'));
        await shown(row(ada, 'Nora Berg'));
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
    {
      name: 'a name is changed on the page of the contact',
      async run({ ada }) {
        await ada.getByRole('button', { name: 'Edit name' }).click();
        await ada.getByLabel('Last name').fill('Schwarz');
        await ada.getByRole('button', { name: 'Save', exact: true }).click();
        await shown(ada.getByRole('heading', { name: 'Karla Schwarz' }));
      },
    },
    {
      name: 'a statement about consent is recorded and is in the history',
      async run({ ada }) {
        await ada.getByRole('tab', { name: 'Consent' }).click();
        await ada.getByRole('button', { name: 'Record a statement' }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByLabel('How do you know?').fill('She told me by phone');
        await dialog.getByRole('button', { name: 'Record', exact: true }).click();
        await gone(dialog);
        await ada.getByRole('region', { name: 'History of statements' }).getByText('Show', { exact: true }).first().click();
        await shown(ada.getByText(/She told me by phone/));
      },
    },
    {
      name: 'two contacts are merged after a look at the result',
      async run(scene) {
        const { ada, environment } = scene;
        const kept = await createContact(scene, { firstName: 'Tom', lastName: 'Stone', email: 'tom@example.com' });
        const other = await createContact(scene, { firstName: 'Thomas', lastName: 'Stone', phoneNumber: '+4915112300009' });
        await ada.goto(`${environment.apiUrl}/console/contacts/merge?one=${kept}&other=${other}`);
        const result = ada.getByRole('table');
        await shown(result.getByText('The other value is lost.'));
        await shown(result.getByText('+4915112300009').nth(1)); // of the other contact, and in the result
        const keep = ada.getByRole('button', { name: 'Merge into Tom Stone' });
        if (!(await keep.isVisible())) await ada.getByRole('button', { name: 'Keep this one instead' }).click();
        await keep.click();
        await ada.getByRole('alertdialog').getByRole('button', { name: 'Merge', exact: true }).click();
        await ada.waitForURL(`**/contacts/${kept}**`);
        await shown(ada.getByText('+4915112300009').first());
        await ada.goto(`${environment.apiUrl}/console/contacts/${other}`);
        await shown(ada.getByRole('heading', { name: 'Tom Stone' }));
      },
    },
    {
      name: 'a contact is erased only after its name was typed',
      async run(scene) {
        const { ada, environment } = scene;
        const id = await createContact(scene, { firstName: 'Gone', lastName: 'Tomorrow', email: 'gone@example.com' });
        await ada.goto(`${environment.apiUrl}/console/contacts/${id}`);
        await ada.getByRole('button', { name: 'Erase', exact: true }).click();
        const question = ada.getByRole('alertdialog');
        const erase = question.getByRole('button', { name: /^Erase/ });
        assert.equal(await erase.isEnabled(), false);
        await question.getByRole('textbox').fill('Gone Tomorrow');
        await erase.click();
        await gone(question);
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        await ada.getByRole('searchbox').fill('Tomorrow');
        await shown(ada.getByText(/^No contact/));
      },
    },
    {
      name: 'a file is imported: refused lines are listed with their reasons, and can be downloaded',
      async run({ ada, environment }) {
        await ada.goto(`${environment.apiUrl}/console/contacts/import`);
        const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
        await ada.getByLabel('CSV file').setInputFiles(file);
        await shown(ada.getByText('people.csv'));
        await ada.getByRole('button', { name: 'Start import' }).click();
        await shown(ada.getByRole('heading', { name: '2 refused lines' }));
        await shown(ada.getByRole('cell', { name: /Nemo/ }));
        await shown(ada.getByRole('link', { name: 'Show contacts' }));
        const download = ada.waitForEvent('download');
        await ada.getByRole('button', { name: 'Download as CSV' }).click();
        await until(async () => (await download).suggestedFilename() === 'refused-lines.csv', 'the file is offered');
      },
    },
    {
      name: 'imported contacts are in the list, and several get a label at once',
      async run({ ada, environment }) {
        await environment.call('POST', '/v3/labels', { name: 'imported' });
        await ada.goto(`${environment.apiUrl}/console/contacts`);
        await ada.getByRole('searchbox').fill('Csv');
        await shown(ada.getByText('2 contacts match')); // a new search clears the selection
        await shown(row(ada, 'Hanna Csv'));
        for (const name of ['Hanna Csv', 'Jonas Csv']) await ada.getByRole('checkbox', { name: `Select ${name}` }).check();
        await ada.getByRole('button', { name: 'Label', exact: true }).click();
        const dialog = ada.getByRole('dialog');
        await dialog.getByRole('combobox').first().fill('imp');
        await shown(ada.getByRole('option', { name: 'imported' }));
        await ada.keyboard.press('ArrowDown');
        await ada.keyboard.press('Enter');
        await dialog.getByRole('button', { name: 'Label 2 contacts' }).click();
        await gone(dialog);
        await shown(ada.getByRole('row', { name: /Jonas Csv/ }).getByRole('cell', { name: 'imported' }));
      },
    },
  ],
};
