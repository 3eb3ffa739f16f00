import { customers } from '../customers.ts';
import { chatRow, messages, openChat, replyBox, sendButton, shown, until } from '../expect.ts';
import type { Area } from '../step.ts';

const { ines } = customers;
const OFFLINE_MS = Number(process.env.OFFLINE_MS ?? 30_000);

export const outage: Area = {
  name: 'outage',
  steps: [
    {
      name: 'a server restart: what is shown stays, and new messages arrive without a reload',
      async run({ ada, environment }) {
        await environment.write(ines, 'Before the restart');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await openChat(ada, ines.name);
        await environment.stopServer();
        await ada.waitForTimeout(3_000);
        await shown(messages(ada).getByText('Before the restart'));
        await environment.startServer();
        await environment.write(ines, 'After the restart');
        await shown(messages(ada).getByText('After the restart'), 60_000);
      },
    },
    {
      name: 'without network a reply is kept, and sent once when the network is back',
      async run({ ada, environment }) {
        await ada.context().setOffline(true);
        await environment.write(ines, 'Are you there?');
        await replyBox(ada).fill('Written without network');
        await sendButton(ada).click();
        await ada.waitForTimeout(OFFLINE_MS);
        await ada.context().setOffline(false);
        await shown(messages(ada).getByText('Are you there?'), 60_000);
        const retry = ada.getByRole('button', { name: /send again|try again|retry/i }).first();
        if (await retry.isVisible().catch(() => false)) await retry.click();
        await until(
          async () =>
            (await messages(ada).getByText('Written without network').count()) >= 1 ||
            (await replyBox(ada).inputValue()) === 'Written without network',
          'the reply is kept',
          60_000,
        );
        await shown(chatRow(ada, ines.name));
      },
    },
  ],
};
