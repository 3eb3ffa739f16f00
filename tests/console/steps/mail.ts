import assert from 'node:assert/strict';
import { messages, openChat, replyBox, sendNow, shown } from '../expect.ts';
import type { Area } from '../step.ts';
import { isSentOnce } from '../stored.ts';

const eva = { from: 'eva@example.com', name: 'Eva Lund' };
const MARKUP = 'Is <b class="planted">this</b> safe? <img src="x" onerror="document.title = 1"> & more';

export const mail: Area = {
  name: 'mail',
  steps: [
    {
      name: 'the text of a mail is shown as it was written: markup in it is text',
      async run({ ada, environment }) {
        await environment.writeMail(eva, { subject: 'A question', text: MARKUP });
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await openChat(ada, eva.name);
        await shown(messages(ada).getByText('A question', { exact: true }));
        await shown(messages(ada).getByRole('article'));
        assert.equal(await messages(ada).locator('.planted, img[src="x"]').count(), 0, 'markup of a customer is not in the page');
        await shown(messages(ada).getByText(MARKUP));
      },
    },
    {
      name: 'a mail is answered with its subject',
      async run({ ada, environment }) {
        const subject = ada.getByRole('textbox', { name: 'Subject' });
        assert.equal(await subject.getAttribute('placeholder'), 'Re: A question');
        await shown(replyBox(ada));
        await sendNow(ada, 'It is safe.');
        await isSentOnce(environment, eva, 'It is safe.');
      },
    },
  ],
};
