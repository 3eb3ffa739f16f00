import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Account, type Environment, findAccount } from '../environment.ts';
import type { EmailSpec } from './spec.ts';
import { isRefusedAtTheDoor, takeMail, type Verdict } from './take-mail.ts';

const LARGEST_MAIL_BYTES = 50_000_000;
const CLOSE_TIMEOUT_MS = 200;

/** Starts a mail server that stores what it receives. Without TLS: it listens on loopback. */
export async function startSmtp(
  environment: Environment,
  port: number,
  host: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    name: 'mail.sandbox.test',
    banner: 'Patchbay sandbox',
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_MAIL_BYTES,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onAuth: (auth, _session, done) => {
      const account = findAccount(environment, 'email', auth.username ?? '');
      if (account && !account.knobs.tokenExpired && account.spec.password === auth.password)
        return done(null, { user: account.id });
      return done(smtpError(535, '5.7.8 Authentication credentials invalid'));
    },
    onRcptTo: ({ address }, session, done) => done(isRefusedAtTheDoor(environment, accountOf(environment, session), address)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void takeMail(environment, accountOf(environment, session), Buffer.concat(chunks), recipients)
          .catch((error: Error): Verdict => ({ do: 'refuse', code: 451, text: `4.3.0 ${error.message}` }))
          .then((verdict) => answer(server, session, verdict, done));
      });
    },
  });
  server.on('error', () => {
    // Clients that disconnect in the middle of a mail are expected.
  });
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

function answer(
  server: SMTPServer,
  session: SMTPServerSession,
  verdict: Verdict,
  done: (error?: Error | null, text?: string) => void,
) {
  switch (verdict.do) {
    case 'accept':
      return done(null, verdict.text);
    case 'refuse':
      return done(smtpError(verdict.code, verdict.text));
    case 'cut':
      for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
      return;
    case 'hang':
      return;
  }
}

function accountOf(environment: Environment, session: SMTPServerSession): Account<EmailSpec> | undefined {
  return environment.accounts.get(String(session.user)) as Account<EmailSpec> | undefined;
}
