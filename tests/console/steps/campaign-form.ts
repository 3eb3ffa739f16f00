import assert from 'node:assert/strict';
import {
  beginCampaign,
  button,
  chooseTemplate,
  createAudience,
  createTemplate,
  dialog,
  findCampaign,
  openCampaigns,
  reaches,
  recipientsOf,
  region,
} from '../campaign-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Step } from '../step.ts';

/** What later steps need from earlier ones. */
export const made = { templateId: '', spring: '', many: '', springId: '', slowId: '' };

/** The steps of a new campaign up to its start. */
export const campaignForm: Step[] = [
  {
    name: 'without campaigns the list says what they are and offers the first one',
    async run(scene) {
      await createAudience(scene, 'spring', 3, '49151555010');
      made.templateId = await createTemplate(scene, 'come_and_see');
      await openCampaigns(scene);
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
];
