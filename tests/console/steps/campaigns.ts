import assert from 'node:assert/strict';
import { signIn } from '../browser.ts';
import {
  beginCampaign,
  button,
  chooseTemplate,
  createAudience,
  createCampaign,
  createTemplate,
  findCampaign,
  NOT_ON_WHATSAPP,
  openCampaign,
  reaches,
  recipientsOf,
  region,
  setKnobs,
} from '../campaign-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';

/** What later steps need from earlier ones. */
const made = { templateId: '', spring: '', many: '', springId: '', slowId: '' };

const list = ({ ada, environment }: Scene) => ada.goto(`${environment.apiUrl}/console/campaigns`);
const row = ({ ada }: Scene, name: string) => ada.getByRole('row', { name: new RegExp(name) });
const dialog = ({ ada }: Scene) => ada.getByRole('alertdialog');
const rate = ({ environment: { call, whatsapp } }: Scene, ratePerSecond: number) =>
  call('PUT', `/v3/channels/${whatsapp.channelId}`, { ratePerSecond });
const knobs = ({ environment: { settings, whatsapp } }: Scene, changes: object) =>
  setKnobs(settings.sandbox.url, whatsapp.accountId, changes);

/** Three lines: two that can be used, and one with a number that is none. */
const CSV = 'Phone,First name,Offer\n+4915155500001,Vera,20 %\n+4915155500002,Emil,30 %\n12,Nemo,1 %\n';

export const campaigns: Area = {
  name: 'campaigns',
  steps: [
    {
      name: 'without campaigns the list says what they are and offers the first one',
      async run(scene) {
        await createAudience(scene, 'spring', 3, '49151555010');
        made.templateId = await createTemplate(scene, 'come_and_see');
        await list(scene);
        await shown(scene.ada.getByText('No campaigns yet'));
        await scene.ada.getByRole('link', { name: 'New campaign' }).first().click();
        await shown(scene.ada.getByRole('heading', { name: 'New campaign' }));
      },
    },
    {
      name: 'a step that is not complete says what is missing and does not go on',
      async run({ ada }) {
        await button(ada, 'Next').click();
        await shown(ada.getByText('Give the campaign a name.'));
        await shown(ada.getByText('Choose the channel on which it is sent.'));
        await shown(ada.getByText('Choose at least one label.'));
        await gone(ada.getByRole('radio', { name: 'Template' }));
      },
    },
    {
      name: 'the audience is counted while it is chosen, with those who are skipped and why',
      async run(scene) {
        const { ada, environment } = scene;
        const { id } = await environment.call('POST', '/v3/labels', { name: 'mixed' });
        const labels = [{ id }];
        await environment.call('POST', '/v3/contacts', { firstName: 'Mail', email: 'only.mail@example.com', labels });
        const { id: gone } = await environment.call('POST', '/v3/contacts', {
          firstName: 'No',
          phoneNumber: '+4915155502001',
          labels,
        });
        await environment.call('PUT', `/v3/contacts/${gone}`, { isSubscribed: false });
        await environment.call('POST', '/v3/contacts', { firstName: 'Yes', phoneNumber: '+4915155502002', labels });
        await beginCampaign(scene, 'Counted', 'mixed');
        const size = ada.getByRole('status', { name: 'Size of the audience' });
        await shown(size.getByText('1 contact gets the message'));
        await shown(size.getByText('1 is skipped: no consent'));
        await shown(size.getByText('1 is skipped: no address on this channel'));
      },
    },
    {
      name: 'a filter is an audience, too: its chips are counted',
      async run({ ada }) {
        await ada.getByRole('radio', { name: 'Filter' }).click();
        await button(ada, 'Next').click();
        await shown(ada.getByText('Add a condition, or choose Everybody.'));
        await button(ada, 'Add filter').click();
        const editor = ada.getByRole('dialog', { name: 'Condition' });
        await editor.getByRole('combobox', { name: 'Field' }).fill('First');
        await ada.getByRole('option', { name: 'First name' }).click();
        await editor.getByLabel('Value').fill('Yes');
        await button(editor, 'Done').click();
        await shown(ada.getByRole('status', { name: 'Size of the audience' }).getByText('1 contact gets the message'));
      },
    },
    {
      name: 'a text with a placeholder that does not exist is refused in words, before it is stored',
      async run(scene) {
        const { ada } = scene;
        await beginCampaign(scene, 'Spring greetings', 'spring');
        await button(ada, 'Next').click();
        await shown(ada.getByText('On this channel a text reaches only people who wrote within the last 24 hours.'));
        await ada.getByLabel('Text', { exact: true }).fill('Hello {{contact.nmae}}');
        await button(ada, 'Next').click();
        await shown(ada.getByText(/\{\{contact\.nmae\}\} does not exist: contacts have no such field/));
        assert.equal(await findCampaign(scene, 'Spring greetings'), undefined);
      },
    },
    {
      name: 'the preview shows the message as each recipient gets it',
      async run({ ada }) {
        await chooseTemplate(ada, 'come_and_see', '');
        await button(ada, 'Insert a placeholder').click();
        await ada.getByRole('menuitem', { name: 'First name' }).click();
        const preview = region(ada, 'Preview');
        await shown(preview.getByText(/^Hello spring\d, come and see us\.$/));
        const first = await preview.getByRole('heading').textContent();
        await button(preview, 'Next recipient').click();
        await until(async () => (await preview.getByRole('heading').textContent()) !== first, 'another recipient is shown');
        await shown(preview.getByText(/^Hello spring\d, come and see us\.$/));
      },
    },
    {
      name: 'a time that has passed is refused; the next five dates are those of the recipients time zone',
      async run({ ada }) {
        await button(ada, 'Next').click();
        await ada.getByRole('radio', { name: 'At a time' }).click();
        await ada.getByLabel('Date and time').fill('2020-01-01T09:00');
        await button(ada, 'Save and check').click();
        await shown(ada.getByText('This time has passed. Choose a later one.'));
        await ada.getByRole('radio', { name: 'Repeatedly' }).click();
        await ada.getByLabel('Time', { exact: true }).fill('09:00');
        await ada.getByRole('combobox', { name: 'Time zone of the recipients' }).fill('Asia/Tokyo');
        await ada.getByRole('option', { name: 'Asia/Tokyo' }).click();
        const dates = ada.getByRole('list', { name: 'Next dates' }).getByRole('listitem');
        await until(async () => (await dates.count()) === 5, 'five dates are shown');
        await shown(ada.getByText('Times of Asia/Tokyo.'));
        for (const text of await dates.allTextContents()) assert.match(text, /^Monday, .* 9:00 AM$/);
      },
    },
    {
      name: 'a repetition without a day is refused',
      async run({ ada }) {
        await ada.getByRole('checkbox', { name: 'Mon' }).click();
        await button(ada, 'Save and check').click();
        await shown(ada.getByText('Choose at least one day.'));
        await ada.getByRole('checkbox', { name: 'Thu' }).click();
        await gone(ada.getByText('Choose at least one day.'));
      },
    },
    {
      name: 'a draft is stored at any step and can be opened again with all it has',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'Save draft').click();
        await shown(ada.getByText('Draft saved'));
        const draft = await findCampaign(scene, 'Spring greetings');
        assert.equal(draft?.status, 'draft');
        await ada.goto(`${scene.environment.apiUrl}/console/campaigns/${draft.id}/edit?step=schedule`);
        await shown(ada.getByRole('checkbox', { name: 'Thu', checked: true }));
        await shown(ada.getByText('Times of Asia/Tokyo.'));
        made.springId = draft.id;
      },
    },
    {
      name: 'the check shows who gets it and how many are skipped, from what the server has stored',
      async run({ ada }) {
        await ada.getByRole('radio', { name: 'When I start it' }).click();
        await button(ada, 'Save and check').click();
        await shown(region(ada, 'Audience: spring').getByText('3 contacts get the message'));
        await shown(region(ada, 'Audience: spring').getByText('Nobody is skipped.'));
        await shown(region(ada, 'Message').getByText('All placeholders are known.'));
        await shown(button(ada, 'Send to 3 contacts'));
      },
    },
    {
      name: 'the audience that was counted is the audience of the start',
      async run(scene) {
        const { ada } = scene;
        await button(ada, 'Send to 3 contacts').click();
        await shown(dialog(scene).getByText('3 contacts get the message.'));
        await button(dialog(scene), 'Start').click();
        await shown(region(ada, 'Progress now'));
        await reaches(scene, 'Spring greetings', 'completed');
        assert.equal((await recipientsOf(scene, made.springId)).length, 3);
      },
    },
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
        await list(scene);
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
  ],
};
