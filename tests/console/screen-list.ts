import type { Page } from 'playwright-core';
import { chatList, shown } from './expect.ts';

export type Screen = {
  name: string;
  path: string;
  isAnonymous?: boolean;
  /** Whether the short run of CI checks it too. */
  isMain?: boolean;
  prepare?(page: Page): Promise<unknown>;
};

const openFirstChat = (page: Page): Promise<void> => chatList(page).getByRole('link').first().click();

const openPhone = async (page: Page): Promise<void> => {
  await openFirstChat(page);
  const { pathname, origin } = new URL(page.url());
  await page.goto(`${origin}${pathname}?phone=1`);
  await shown(page.getByRole('region', { name: 'Messages on the phone' }));
};

/** The list of shortcuts is loaded when it is opened first. */
const openShortcuts = async (page: Page): Promise<void> => {
  await page.keyboard.press('?');
  await shown(page.getByRole('dialog').getByText('Next chat'));
};

/** A tenant without webhooks shows how to add one. */
const openFirstWebhook = async (page: Page): Promise<void> => {
  const link = page.getByRole('table').getByRole('link').first();
  if (await link.isVisible()) await link.click();
  else await page.getByRole('button', { name: 'Add webhook' }).click();
};

const openFirstContact = (page: Page): Promise<void> => page.getByRole('table').getByRole('link').first().click();

const openFirstCampaign = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Campaigns' }).getByRole('link').last().click();
  await shown(page.getByRole('region', { name: 'Progress now' }));
};

const chooseKind = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).click();
const openFirstAutomation = async (page: Page): Promise<void> => {
  await page.getByRole('table').getByRole('link').first().click();
  await shown(page.locator('.react-flow__node').first());
};

const openFirstStep = async (page: Page): Promise<void> => {
  await openFirstAutomation(page);
  await page.locator('.react-flow__node').nth(1).click();
};

const openSimulation = async (page: Page): Promise<void> => {
  await openFirstAutomation(page);
  await page.goto(`${page.url()}?panel=simulate`);
  await shown(page.getByRole('complementary').getByLabel('First name'));
};

const SETTINGS = [
  'profile',
  'security',
  'notifications',
  'shortcuts',
  'appearance',
  'channels',
  'users',
  'teams',
  'business-hours',
  'sla',
  'templates',
  'snippets',
  'labels',
  'attributes',
  'tokens',
  'sign-in',
];

const DEVELOPERS = ['webhooks', 'events', 'requests', 'audit', 'usage', 'reference'];

/** Forms with more than text fields. */
const FORMS = ['channels', 'business-hours', 'templates', 'tokens'];

/** Every screen of the console, and what opens over it. */
export const screens: readonly Screen[] = [
  { name: 'sign-in', isMain: true, path: '/signin', isAnonymous: true },
  { name: 'forgotten-password', isMain: true, path: '/forgot', isAnonymous: true },
  { name: 'new-password', path: '/password-reset#token=x', isAnonymous: true },
  { name: 'invitation', path: '/invitation#token=x', isAnonymous: true },
  { name: 'inbox-list', isMain: true, path: '/inbox?view=open' },
  { name: 'inbox', isMain: true, path: '/inbox?view=open', prepare: openFirstChat },
  { name: 'phone', path: '/inbox?view=open', prepare: openPhone },
  { name: 'palette', isMain: true, path: '/inbox?view=open', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'all-shortcuts', path: '/inbox?view=open', prepare: openShortcuts },
  { name: 'calls', path: '/contacts', prepare: (page) => page.keyboard.press('Control+.') },
  { name: 'contacts', isMain: true, path: '/contacts' },
  { name: 'contact', isMain: true, path: '/contacts', prepare: openFirstContact },
  { name: 'contact-import', isMain: true, path: '/contacts/import' },
  { name: 'campaigns', isMain: true, path: '/campaigns' },
  { name: 'campaign', isMain: true, path: '/campaigns', prepare: openFirstCampaign },
  { name: 'campaign-new', isMain: true, path: '/campaigns/new' },
  { name: 'campaign-new-file', path: '/campaigns/new', prepare: chooseKind('File') },
  { name: 'reports', isMain: true, path: '/reports' },
  { name: 'reports-channel', path: '/reports?by=channel&metric=first_reply_time' },
  { name: 'reports-hour', path: '/reports?by=hour' },
  { name: 'automations', isMain: true, path: '/automations' },
  { name: 'automation', isMain: true, path: '/automations', prepare: openFirstAutomation },
  { name: 'automation-step', path: '/automations', prepare: openFirstStep },
  { name: 'automation-simulation', path: '/automations', prepare: openSimulation },
  { name: 'not-found', path: '/no-such-page' },
  ...SETTINGS.map((name) => ({ name: `settings-${name}`, path: `/settings/${name}` })),
  ...DEVELOPERS.map((name) => ({ name: `developers-${name}`, path: `/developers/${name}` })),
  { name: 'developers-pages', path: '/developers' },
  { name: 'developers-webhook', path: '/developers/webhooks', prepare: openFirstWebhook },
  { name: 'operations', path: '/operations' },
  ...FORMS.map((name) => ({ name: `settings-${name}-new`, path: `/settings/${name}/new` })),
];
