import { customers } from '../customers.ts';
import { chatRow, messages, openChat, replyBox, sendButton, shown, thread, until } from '../expect.ts';
import type { Area } from '../step.ts';
import { countOf, isSentOnce } from '../stored.ts';

const { ines, leo } = customers;
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
      name: 'a chat is open before the network goes',
      async run({ ada, environment }) {
        await environment.write(ines, 'Before the outage');
        await ada.goto(`${environment.apiUrl}/console/inbox?view=open`);
        await openChat(ada, ines.name);
      },
    },
    {
      name: 'after time without network the thread and the list have what was missed',
      async run({ ada, environment }) {
        await ada.context().setOffline(true);
        await environment.write(ines, 'Are you there?');
        await environment.write(leo, 'I write while you are away');
        await replyBox(ada).fill('Written without network');
        await sendButton(ada).click();
        await ada.waitForTimeout(OFFLINE_MS); // the time itself is what is tested
        await ada.context().setOffline(false);
        await shown(messages(ada).getByText('Are you there?'));
        await shown(chatRow(ada, leo.name).filter({ hasText: 'I write while you are away' }));
      },
    },
    {
      name: 'a reply written without network is kept, and sent once when the person has read what is new',
      async run({ ada, environment }) {
        const again = thread(ada).getByRole('button', { name: /^(Send anyway|Try again)$/ });
        await shown(again.first());
        await until(async () => {
          if (await again.first().isVisible()) await again.first().click(); // after "Try again" there may be "Send anyway"
          await ada.waitForTimeout(1_000);
          return (await countOf(environment, ines, 'Written without network')) > 0;
        }, 'the reply is sent');
        await isSentOnce(environment, ines, 'Written without network');
      },
    },
  ],
};
