import type { Locator, Page } from 'playwright-core';
import type { Environment } from './environment.ts';
import { shown, until } from './expect.ts';
import type { Scene } from './step.ts';

type Ids = { id: string };
type Recipient = { contactId: string; state: string };
type Campaign = { id: string; name: string; status: string; counts: Record<string, number> | null };

/** WhatsApp's code for a number that has no WhatsApp. */
export const NOT_ON_WHATSAPP = 131026;

export const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
export const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

export const dialog = ({ ada }: Scene): Locator => ada.getByRole('alertdialog');
export const openCampaigns = ({ ada, environment }: Scene) => ada.goto(`${environment.apiUrl}/console/campaigns`);

/** Contacts with WhatsApp numbers and one label. The number of the first one ends with 01. */
export async function createAudience(
  { environment: { call } }: Scene,
  label: string,
  people: number,
  prefix: string,
): Promise<string> {
  const { id } = await call<Ids>('POST', '/v3/labels', { name: label });
  for (let n = 1; n <= people; n++)
    await call('POST', '/v3/contacts', {
      firstName: `${label}${n}`,
      lastName: 'Test',
      phoneNumber: `+${prefix}${String(n).padStart(2, '0')}`,
      labels: [{ id }],
    });
  return id;
}

/** A template that the sandbox approves at once. */
export async function createTemplate(
  { environment: { call, whatsapp, settings } }: Pick<Scene, 'environment'>,
  name: string,
): Promise<string> {
  const body = { text: 'Hello {{1}}, come and see us.', examples: [{ name: '1', value: 'Ada' }] };
  const template = { channelId: whatsapp.channelId, name, language: 'en', category: 'marketing', body };
  const { id } = await call<Ids>('POST', '/v3/message_templates', template);
  await setKnobs(settings.sandbox.url, whatsapp.accountId, { templateReview: { approveAfterMs: 0 } });
  await call('POST', `/v3/message_templates/${id}/submit`, {});
  await until(
    async () => (await call<{ status: string }>('GET', `/v3/message_templates/${id}`)).status === 'approved',
    'the template is approved',
  );
  return id;
}

export async function setKnobs(sandboxUrl: string, accountId: string, knobs: object): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/accounts/${accountId}/knobs`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knobs),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status} ${await response.text()}`);
}

/** Creates a campaign with the API, with a template for contacts with a label. */
export async function createCampaign(
  { environment: { call, whatsapp } }: Scene,
  { name, templateId, labelId, ...more }: { name: string; templateId: string; labelId: string; [field: string]: unknown },
): Promise<string> {
  const content = { type: 'template', template: { id: templateId, variables: { '1': '{{contact.firstName|there}}' } } };
  const body = { name, channelId: whatsapp.channelId, content, audience: { labelIds: [labelId] }, ...more };
  return (await call<Ids>('POST', '/v3/campaigns', body)).id;
}

export const findCampaign = async ({ environment: { call } }: Scene, name: string): Promise<Campaign | undefined> =>
  (await call<Campaign[]>('POST', '/v3/campaigns/search', { query: `eq(name,${JSON.stringify(name)})` }))[0];

export const recipientsOf = ({ environment: { call } }: Scene, id: string): Promise<Recipient[]> =>
  call<Recipient[]>('POST', `/v3/campaigns/${id}/recipients/search`, { pagination: { limit: 100 } });

export const reaches = (scene: Scene, name: string, status: string): Promise<void> =>
  until(async () => (await findCampaign(scene, name))?.status === status, `${name} is ${status}`);

/** Opens the steps of a new campaign and fills in the first one. */
export async function beginCampaign({ ada, environment }: Scene, name: string, label: string): Promise<void> {
  await ada.goto(`${environment.apiUrl}/console/campaigns/new`);
  await ada.getByLabel('Name', { exact: true }).fill(name);
  await chooseOption(ada, 'Channel', 'Demo whatsapp');
  await chooseLabel(ada, label);
}

export async function chooseOption(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

export async function chooseLabel(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Contacts with any of these labels' }).fill(label);
  await page.getByRole('option', { name: label, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Chooses the template in the second step and gives its variable a value. */
export async function chooseTemplate(page: Page, template: string, value: string): Promise<void> {
  await page.getByRole('radio', { name: 'Template' }).click();
  await chooseOption(page, 'Template', template);
  await page.getByLabel('Value of {{1}}').fill(value);
}

export async function openCampaign({ ada, environment }: Scene, id: string): Promise<void> {
  await ada.goto(`${environment.apiUrl}/console/campaigns/${id}`);
  await shown(region(ada, 'Progress now'));
}

/** Sends a campaign by mail to two contacts, one of whom has no address, so that no screen of campaigns is empty. */
export async function sendCampaign({ call, email }: Environment): Promise<void> {
  const people = [{ firstName: 'Wanda', email: 'wanda@example.com' }, { firstName: 'Without' }];
  const made = await Promise.all(people.map((person) => call<Ids>('POST', '/v3/contacts', person)));
  const { id } = await call<Ids>('POST', '/v3/campaigns', {
    name: 'For the screens',
    channelId: email.channelId,
    content: { text: 'Hello {{contact.firstName}}', subject: 'Hello' },
    audience: { contactIds: made.map((contact) => contact.id) },
  });
  await call('POST', `/v3/campaigns/${id}/start`, {});
  await until(async () => (await call<Campaign>('GET', `/v3/campaigns/${id}`)).status === 'completed', 'the campaign is sent');
}
