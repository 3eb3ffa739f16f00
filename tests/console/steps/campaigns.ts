import assert from 'node:assert/strict';
import { signIn } from '../browser.ts';
import {
  button,
  chooseTemplate,
  createAudience,
  createCampaign,
  dialog,
  findCampaign,
  NOT_ON_WHATSAPP,
  openCampaign,
  openCampaigns,
  reaches,
  recipientsOf,
  region,
  setKnobs,
} from '../campaign-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene, Step } from '../step.ts';
import { campaignForm, made } from './campaign-form.ts';

const row = ({ ada }: Scene, name: string) => ada.getByRole('row', { name: new RegExp(name) });
const rate = ({ environment: { call, whatsapp } }: Scene, ratePerSecond: number) =>
  call('PUT', `/v3/channels/${whatsapp.channelId}`, { ratePerSecond });
const knobs = ({ environment: { settings, whatsapp } }: Scene, changes: object) =>
  setKnobs(settings.sandbox.url, whatsapp.accountId, changes);

/** Three lines: two that can be used, and one with a number that is none. */
const CSV = 'Phone,First name,Offer\n+4915155500001,Vera,20 %\n+4915155500002,Emil,30 %\n12,Nemo,1 %\n';

const running: Step[] = [
  {
    name: 'the page shows the result: all sent and delivered, without a reload',
    async run({ ada }) {
      await shown(ada.getByText('Completed', { exact: true }));
      await shown(region(ada, 'Progress now').getByText('3 of 3 processed'));
      const funnel = ada.getByRole('list', { name: 'Funnel' });
      await shown(funnel.getByRole('listitem').filter({ hasText: 'Delivered' }).getByText('3', { exact: true }));
    },
  },
  {
    name: 'replies to the campaign are counted, each contact once',
    async run(scene) {
      const { ada, environment } = scene;
      const person = { from: '4915155501001', name: 'Spring One' };
      await environment.write(person, 'Gladly!');
      await environment.write(person, 'When do you open?');
      const replied = ada.getByRole('list', { name: 'Funnel' }).getByRole('listitem').filter({ hasText: 'Replied' });
      await shown(replied.getByText('1', { exact: true }));
    },
  },
  {
    name: 'results over time are a chart, and a table for those who want the figures',
    async run({ ada }) {
      await shown(ada.getByRole('img', { name: /^Messages that were sent/ }));
      await button(ada, 'Show as table').click();
      const table = region(ada, /^Messages that were sent/);
      await shown(table.getByRole('columnheader', { name: 'Delivered' }));
      await shown(table.getByRole('cell', { name: '3', exact: true }));
      await button(ada, 'Show as chart').click();
      await shown(ada.getByRole('img', { name: /^Messages that were sent/ }));
    },
  },
  {
    name: 'the list shows the campaign with its figures, and finds it by tab and name',
    async run(scene) {
      const { ada } = scene;
      await openCampaigns(scene);
      await shown(row(scene, 'Spring greetings').getByText('3 of 3 sent'));
      await ada.getByRole('radio', { name: 'Drafts' }).click();
      await gone(row(scene, 'Spring greetings'));
      await ada.getByRole('radio', { name: 'Ended' }).click();
      await shown(row(scene, 'Spring greetings'));
      await ada.getByRole('searchbox').fill('winter');
      await shown(ada.getByText('No campaign matches'));
    },
  },
  {
    name: 'a running campaign shows its rate and its estimated end, and counts up by itself',
    async run(scene) {
      const { ada } = scene;
      made.many = await createAudience(scene, 'many', 40, '49151556000');
      await rate(scene, 1);
      made.slowId = await createCampaign(scene, { name: 'Slow one', templateId: made.templateId, labelId: made.many });
      await scene.environment.call('POST', `/v3/campaigns/${made.slowId}/start`, {});
      await openCampaign(scene, made.slowId);
      await shown(ada.getByText('Running', { exact: true }));
      const now = region(ada, 'Progress now');
      await shown(now.getByText(/a second$/));
      await shown(now.getByText(/^ends about/));
      const done = async () => Number(/^(\d+) of 40/.exec((await now.getByText(/of 40 processed/).textContent()) ?? '')?.[1]);
      const before = await done();
      await until(async () => (await done()) > before, 'the page counts up');
    },
  },
  {
    name: 'a pause stops it, and the page offers to resume',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'Pause').click();
      await shown(ada.getByText('Paused', { exact: true }));
      await shown(button(ada, 'Resume'));
      assert.equal((await findCampaign(scene, 'Slow one'))?.status, 'paused');
    },
  },
  {
    name: 'resumed by a colleague, it runs on both screens and in the list',
    async run(scene) {
      const { ada, environment } = scene;
      const other = await ada.context().newPage();
      await other.goto(`${environment.apiUrl}/console/campaigns`);
      await shown(other.getByRole('row', { name: /Slow one/ }).getByText('Paused'));
      await button(ada, 'Resume').click();
      await shown(ada.getByText('Running', { exact: true }));
      await shown(other.getByRole('row', { name: /Slow one/ }).getByText('Running'));
      await other.close();
    },
  },
  {
    name: 'a cancelled campaign stops for good, after a question that says what it means',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'Cancel campaign').click();
      await shown(dialog(scene).getByText(/cannot be resumed/));
      await button(dialog(scene), 'Keep it').click();
      assert.equal((await findCampaign(scene, 'Slow one'))?.status, 'running');
      await button(ada, 'Cancel campaign').click();
      await button(dialog(scene), 'Cancel campaign').click();
      await shown(ada.getByText('Cancelled', { exact: true }).first());
      await reaches(scene, 'Slow one', 'cancelled');
      await rate(scene, 50);
    },
  },
  {
    name: 'failures are grouped by reason, each with what helps',
    async run(scene) {
      const { ada } = scene;
      await knobs(scene, {
        errorFor: { '4915155600001': NOT_ON_WHATSAPP, '4915155600002': NOT_ON_WHATSAPP, '4915155600003': 132001 },
      });
      const id = await createCampaign(scene, { name: 'Some fail', templateId: made.templateId, labelId: made.many });
      await scene.environment.call('POST', `/v3/campaigns/${id}/start`, {});
      await reaches(scene, 'Some fail', 'completed');
      await openCampaign(scene, id);
      const failures = region(ada, 'Failures');
      await shown(failures.getByText('3 people'));
      const unreachable = failures.getByRole('listitem').filter({ hasText: 'The address cannot be reached' });
      await shown(unreachable.getByText('2', { exact: true }));
      await shown(unreachable.getByText(/Sending again will not help/));
      const template = failures.getByRole('listitem').filter({ hasText: 'The provider refused the template' });
      await shown(template.getByRole('link', { name: 'Open templates' }));
    },
  },
  {
    name: 'the recipients of a reason are listed, and the reason is in the address',
    async run({ ada }) {
      const unreachable = region(ada, 'Failures').getByRole('listitem').filter({ hasText: 'The address cannot be reached' });
      await button(unreachable, 'Show them').click();
      const rows = region(ada, 'Recipients').getByRole('row').filter({ hasText: 'Failed' });
      await until(async () => (await rows.count()) === 2, 'both are listed');
      await ada.reload();
      await until(async () => (await rows.count()) === 2, 'both are listed after a reload');
      await button(ada, 'Remove the filter by reason').click();
      await until(async () => (await rows.count()) === 3, 'all are listed');
    },
  },
  {
    name: 'a retry sends only to those who failed',
    async run(scene) {
      const { ada } = scene;
      await knobs(scene, { errorFor: { '4915155600001': NOT_ON_WHATSAPP } });
      await button(ada, 'Retry 3 failed').click();
      await shown(dialog(scene).getByText('They did not get the message.', { exact: false }));
      await button(dialog(scene), 'Send again').click();
      await shown(region(ada, 'Failures').getByText('1 person'));
      const { id = '' } = (await findCampaign(scene, 'Some fail')) ?? {};
      const states = (await recipientsOf(scene, id)).map(({ state }) => state);
      assert.deepEqual([states.length, states.filter((state) => state === 'failed').length], [40, 1]);
      await knobs(scene, { errorFor: {} });
    },
  },
  {
    name: 'a campaign that its channel cannot send says so in the check and is not started',
    async run(scene) {
      const { ada, environment } = scene;
      const id = await createCampaign(scene, { name: 'No channel', templateId: made.templateId, labelId: made.many });
      await environment.call('PUT', `/v3/channels/${environment.whatsapp.channelId}`, { status: 'paused' });
      await ada.goto(`${environment.apiUrl}/console/campaigns/${id}/edit?step=check`);
      await shown(region(ada, /^Channel/).getByText(/cannot send now/));
      await until(async () => button(ada, 'Send to 40 contacts').isDisabled(), 'the start is disabled');
      await environment.call('PUT', `/v3/channels/${environment.whatsapp.channelId}`, { status: 'active' });
    },
  },
  {
    name: 'a duplicate has the message and the audience of the original and is a new draft',
    async run(scene) {
      const { ada } = scene;
      await openCampaign(scene, made.springId);
      await button(ada, 'Duplicate').click();
      await until(
        async () => (await ada.getByLabel('Name', { exact: true }).inputValue()) === 'Copy of Spring greetings',
        'the name is filled in',
      );
      await button(ada, 'Next').click();
      await shown(region(ada, 'Preview').getByText(/^Hello spring\d, come and see us\.$/));
      await button(ada, 'Next').click();
      await button(ada, 'Save and check').click();
      await shown(button(ada, 'Send to 3 contacts'));
      assert.equal((await findCampaign(scene, 'Copy of Spring greetings'))?.status, 'draft');
    },
  },
  {
    name: 'a scheduled campaign shows its next dates, and can be changed before its time',
    async run(scene) {
      const { ada, environment } = scene;
      const recurrenceRules = ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0'];
      const more = { recurrenceRules, timeZone: 'Europe/Berlin' };
      const id = await createCampaign(scene, { name: 'Weekly', templateId: made.templateId, labelId: made.many, ...more });
      await ada.goto(`${environment.apiUrl}/console/campaigns/${id}/edit?step=check`);
      await button(ada, 'Schedule campaign').click();
      await button(dialog(scene), 'Schedule').click();
      await shown(ada.getByText('Waits for its time'));
      await shown(ada.getByText('Times of Europe/Berlin.'));
      await ada.getByRole('link', { name: 'Edit' }).click();
      await ada.getByLabel('Name', { exact: true }).fill('Weekly news');
      await button(ada, 'Save draft').click();
      await until(async () => (await findCampaign(scene, 'Weekly news'))?.status === 'scheduled', 'the name is changed');
    },
  },
  {
    name: 'a file is an audience: its columns are variables, and lines that cannot be used are listed',
    async run(scene) {
      const { ada, environment } = scene;
      await ada.goto(`${environment.apiUrl}/console/campaigns/new`);
      await ada.getByLabel('Name', { exact: true }).fill('From a file');
      await ada.getByRole('combobox', { name: 'Channel', exact: true }).click();
      await ada.getByRole('option', { name: 'Demo whatsapp' }).click();
      await ada.getByRole('radio', { name: 'File' }).click();
      await ada.getByLabel('CSV file').setInputFiles({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
      await shown(ada.getByText('offers.csv'));
      await button(ada, 'Next').click();
      await chooseTemplate(ada, 'come_and_see', '{{contact.firstName}} ({{variables.Offer}})');
      await shown(region(ada, 'Preview').getByText('Hello Vera (20 %), come and see us.'));
      await button(ada, 'Next').click();
      await button(ada, 'Save and check').click();
      await shown(ada.getByText('2 lines can be used'));
      await shown(region(ada, 'Refused lines').getByRole('cell', { name: /Nemo/ }));
      await button(ada, 'Start campaign').click();
      await button(dialog(scene), 'Start').click();
      await shown(region(ada, 'Progress now').getByText('2 of 2 processed'));
    },
  },
  {
    name: 'a campaign is deleted after a question, and leaves the list',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'Delete').click();
      await shown(dialog(scene).getByText(/Its messages stay in the chats/));
      await button(dialog(scene), 'Delete').click();
      await shown(ada.getByRole('heading', { name: 'Campaigns', exact: true }));
      await gone(row(scene, 'From a file'));
      assert.equal(await findCampaign(scene, 'From a file'), undefined);
    },
  },
  {
    name: 'a member sees campaigns and cannot change them; figures are not hidden',
    async run(scene) {
      const { grace, environment } = scene;
      await grace.goto(`${environment.apiUrl}/console/campaigns/${made.springId}`);
      await shown(region(grace, 'Progress now').getByText('3 of 3 processed'));
      assert.equal(await button(grace, 'Duplicate').count(), 0);
      await grace.goto(`${environment.apiUrl}/console/campaigns`);
      await shown(grace.getByRole('row', { name: /Spring greetings/ }));
      assert.equal(await grace.getByRole('link', { name: 'New campaign' }).count(), 0);
    },
  },
  {
    name: 'a campaign that does not exist is an error with cause and fix',
    async run({ ada, environment }) {
      await ada.goto(`${environment.apiUrl}/console/campaigns/01a1dca6-f186-71b6-8217-cde0d006ac1f`);
      const error = ada.getByRole('alert');
      await shown(error.getByText('The campaign could not be loaded'));
      await shown(error.getByText(/may have been deleted/));
    },
  },
  {
    name: 'the keyboard opens the area and a campaign',
    async run({ ada, environment }) {
      await ada.goto(`${environment.apiUrl}/console/inbox`);
      await shown(ada.getByRole('navigation', { name: 'Views' }));
      await ada.keyboard.press('g');
      await ada.keyboard.press('m');
      await shown(ada.getByRole('heading', { name: 'Campaigns', exact: true }));
      const link = ada.getByRole('link', { name: 'Spring greetings', exact: true });
      await link.focus();
      await ada.keyboard.press('Enter');
      await shown(region(ada, 'Progress now'));
    },
  },
  {
    name: 'on a phone the area is in the menu More, and a campaign fits',
    async run({ openWindow, environment, people }) {
      const page = await openWindow({ width: 390 });
      await signIn(page, environment, people.ada);
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Campaigns' }).click();
      await page.getByRole('link', { name: 'Some fail' }).click();
      await shown(region(page, 'Progress now'));
      await shown(region(page, 'Failures'));
      const [wide, seen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
      assert.ok(wide <= seen, `${wide} px are wider than ${seen}`);
    },
  },
];

export const campaigns: Area = { name: 'campaigns', steps: [...campaignForm, ...running] };
