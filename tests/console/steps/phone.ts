import type { Page } from 'playwright-core';
import { customers } from '../customers.ts';
import { messages, openChat, replyBox, sendNow, shown, thread, until } from '../expect.ts';
import type { Area, Scene } from '../step.ts';
import { chatOf, countOf } from '../stored.ts';

const { rosa } = customers;
/** WhatsApp's code for a number that cannot receive the message. */
const UNDELIVERABLE = 131026;
const phone = (page: Page) => page.getByRole('region', { name: 'Messages on the phone' });
const provider = (page: Page) => page.getByRole('complementary', { name: 'Provider' });

async function writeAsRosa({ ada }: Scene, text: string): Promise<void> {
  await ada.getByRole('textbox', { name: /^Write as Rosa/ }).fill(text);
  await ada.getByRole('button', { name: /^Send as Rosa/ }).click();
}

/** Moves a slider to its end, or back to its beginning, and waits until the provider has the value. */
async function slide({ ada }: Scene, name: string, key: 'End' | 'Home' | 'ArrowRight'): Promise<void> {
  const saved = ada.waitForResponse(
    (response) => response.request().method() !== 'GET' && /\/sandbox\/channels\/[^/]+$/.test(response.url()),
  );
  await provider(ada).getByRole('slider', { name }).focus();
  await ada.keyboard.press(key);
  await saved;
}

async function createTemplate({ environment: { call, settings, whatsapp } }: Scene): Promise<void> {
  await fetch(`${settings.sandbox.url}/_sandbox/accounts/${whatsapp.accountId}/knobs`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ templateReview: { approveAfterMs: 0 } }),
  });
  const { id } = await call('POST', '/v3/message_templates', {
    channelId: whatsapp.channelId,
    name: 'follow_up',
    language: 'en',
    category: 'utility',
    body: { text: 'Hello {{1}}, we have an answer for you.', examples: [{ name: '1', value: 'Rosa' }] },
  });
  await call('POST', `/v3/message_templates/${id}/submit`, {});
  await until(
    async () => (await call('GET', `/v3/message_templates/${id}`)).status === 'approved',
    'the provider approves the template',
  );
}

/** The phone of a sandbox customer beside the chat. */
export const sandboxPhone: Area = {
  name: 'phone',
  steps: [
    {
      name: 'what is written on the phone is in the chat, and the answer is on the phone',
      async run(scene) {
        const { ada, environment } = scene;
        await environment.write(rosa, 'Hello from the phone');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await openChat(ada, rosa.name);
        await ada.goto(`${environment.apiUrl}/console/inbox/${(await chatOf(environment, rosa)).id}?phone=1`);
        await writeAsRosa(scene, 'Do you open on Sunday?');
        await shown(messages(ada).getByText('Do you open on Sunday?'));
        await sendNow(ada, 'Yes, from 10 to 14.');
        await shown(phone(ada).getByText('Yes, from 10 to 14.'));
      },
    },
    {
      name: 'a provider that refuses: the message is marked, with the reason',
      async run(scene) {
        const { ada, environment } = scene;
        const { channelId } = environment.whatsapp;
        await environment.call('PUT', `/v3/sandbox/channels/${channelId}`, { refuseCode: UNDELIVERABLE }); // others are tried again
        await slide(scene, 'Refuse', 'End');
        await sendNow(ada, 'This one is refused.');
        const article = messages(ada).getByRole('article').filter({ hasText: 'This one is refused.' });
        await shown(article.getByRole('button', { name: /^Status: Not sent/ }));
        await shown(provider(ada).getByText(/^Send, refused with/));
        await slide(scene, 'Refuse', 'Home');
        await shown(article.getByText('This address cannot receive the message.'));
      },
    },
    {
      name: 'a provider that reports everything twice: the message is in the chat once',
      async run(scene) {
        const { ada, environment } = scene;
        await replyBox(ada).fill('');
        await provider(ada).getByRole('switch', { name: 'Report everything twice' }).click();
        await until(
          () => provider(ada).getByRole('switch', { name: 'Report everything twice' }).isChecked(),
          'it is switched on',
        );
        await writeAsRosa(scene, 'Only once, please');
        await shown(messages(ada).getByText('Only once, please'));
        await shown(provider(ada).getByText('Message of the customer, said again'));
        await until(async () => (await messages(ada).getByText('Only once, please').count()) === 1, 'it is shown once');
        await until(async () => (await countOf(environment, rosa, 'Only once, please')) === 1, 'it is stored once');
      },
    },
    {
      name: 'a slow provider: the phone shows what is held back, and it arrives',
      async run(scene) {
        const { ada } = scene;
        for (let halves = 0; halves < 4; halves++) await slide(scene, 'Delay', 'ArrowRight');
        await writeAsRosa(scene, 'Slow but sure');
        await shown(phone(ada).getByText(/^Held back by the delay/));
        await shown(messages(ada).getByText('Slow but sure'));
        await provider(ada).getByRole('button', { name: 'Reset' }).click();
        await until(
          async () => (await provider(ada).getByRole('slider', { name: 'Delay' }).inputValue()) === '0',
          'the provider is as before',
        );
      },
    },
    {
      name: 'a heart of the customer is shown at the message',
      async run({ ada }) {
        await provider(ada).getByRole('button', { name: 'React with a heart' }).click();
        await shown(messages(ada).getByText('❤️'));
      },
    },
    {
      name: 'with a closed window the box offers templates: one is filled in, sent, and opens the way for an answer',
      async run(scene) {
        const { ada } = scene;
        await createTemplate(scene);
        await provider(ada).getByRole('button', { name: 'Close the window' }).click();
        await shown(thread(ada).getByText(/^Free text opens when Rosa/));
        await shown(thread(ada).getByRole('option', { name: /follow_up/ }));
        await thread(ada).getByLabel('Value 1').fill('Rosa');
        await thread(ada).getByRole('button', { name: 'Send template' }).click();
        await thread(ada).getByRole('button', { name: 'Send now' }).last().click();
        await shown(phone(ada).getByText('Hello Rosa, we have an answer for you.'));
        await writeAsRosa(scene, 'Now you can write');
        await shown(replyBox(ada));
      },
    },
  ],
};
