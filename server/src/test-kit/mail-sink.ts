import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

export type MailSink = {
  url: string;
  /** Waits for a mail to this address with a link, or with a link to this page, and removes it. Returns the token of the link. */
  tokenFor(address: string, page?: 'invitation' | 'password-reset'): Promise<string>;
  mailsTo(address: string): number;
  close(): Promise<void>;
};

type Received = { to: string; text: string };

/** Starts a mail server that keeps what it receives, for tests of links in mails. */
export async function startMailSink(): Promise<MailSink> {
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replaceAll('=3D', '=');
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address.toLowerCase(), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const take = (address: string, page: string): string | undefined => {
    const at = mails.findIndex(({ to, text }) => to === address.toLowerCase() && text.includes(`${page}#token=`));
    if (at < 0) return undefined;
    const [{ text } = { text: '' }] = mails.splice(at, 1);
    return /#token=([\w-]+)/.exec(text)?.[1];
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    tokenFor: (address, page) => until(async () => take(address, page ?? '')),
    mailsTo: (address) => mails.filter(({ to }) => to === address.toLowerCase()).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
