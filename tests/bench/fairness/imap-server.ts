import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

export const GREETING = '* OK [CAPABILITY IMAP4rev1] ready\r\n';

/** What each command is answered with before its OK. A command that is not listed has nothing to say. */
const ANSWERS: Record<string, string> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST (\\HasNoChildren) "/" INBOX\r\n',
  EXAMINE: '* FLAGS (\\Seen)\r\n* 0 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 1] next\r\n',
  UID: '* SEARCH\r\n',
  LOGOUT: '* BYE\r\n',
};

/** Answers as an IMAP server whose only mailbox is empty, for every login. `opened` is called when the mailbox is opened. */
export function answerImap(socket: Socket, opened: () => void): void {
  createInterface({ input: socket }).on('line', (line) => {
    const [tag = '', command = ''] = line.split(' ');
    if (command.toUpperCase() === 'EXAMINE') opened();
    socket.write(`${ANSWERS[command.toUpperCase()] ?? ''}${tag} OK done\r\n`);
  });
}
