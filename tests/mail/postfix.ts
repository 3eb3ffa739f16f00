import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, freePorts } from '../../server/src/test-kit/ports.ts';
import { until } from '../../server/src/test-kit/until.ts';
import type { CertificatePair } from './servers.ts';

const POSTFIX = '/usr/sbin/postfix';
const MASTER = '/usr/lib/postfix/sbin/master';
/** Owns the mailbox, as in Dovecot's configuration. */
const NOBODY = 65534;

/** Answers of the server to recipients, by their address. */
const REFUSALS = `
later@shop.example 450 4.3.2 System not accepting messages now
greylisted@shop.example 451 4.7.1 Greylisted, please try again in 300 seconds
crowded@shop.example 450 4.7.28 Too many messages from you, slow down
never@shop.example 554 5.7.1 We do not take mail of this kind
`;

export type PostfixOptions = {
  /** The folder with the mailbox, a Maildir called mail. */
  home: string;
  saslPort: number;
  pair: CertificatePair;
};

/**
 * A real Postfix with its own configuration, queue and ports. It runs as a child of the test, in a process group of its own, and
 * ends with it. It needs root, because its processes change their user.
 */
export async function startPostfix(options: PostfixOptions) {
  const dir = mkdtempSync(join(tmpdir(), 'postfix-'));
  chmodSync(dir, 0o755); // its processes run as another user
  const [port = 0, elsewherePort = 0] = await freePorts(2);
  const conf = writeConfig(dir, port, elsewherePort, options);
  execFileSync(POSTFIX, ['-c', conf, 'check'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const server = spawn(MASTER, ['-c', conf, '-s'], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, MAIL_CONFIG: conf },
  });
  process.once('exit', () => server.kill()); // also when the test crashes
  const logFile = join(dir, 'log');
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  const stop = async () => {
    await ended(server);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await until(async () => {
      if (server.exitCode !== null) throw new Error(`postfix did not start: ${log()}`);
      return (await answers(port)) && (await answers(elsewherePort));
    }, 'postfix listening');
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, log, stop };
}

/** Its master ends the processes of its group. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function writeConfig(dir: string, port: number, elsewherePort: number, { home, saslPort, pair }: PostfixOptions): string {
  const conf = join(dir, 'conf');
  for (const name of ['conf', 'queue', 'data']) mkdirSync(join(dir, name));
  execFileSync('chown', ['postfix', join(dir, 'data')]);
  const write = (name: string, text: string) => writeFileSync(join(conf, name), text);
  write('cert.pem', pair.certificate);
  write('key.pem', pair.privateKey);
  chmodSync(join(conf, 'key.pem'), 0o600);
  write('mailboxes', 'help@shop.example mail/\nada@shop.example ada/\n');
  write('refusals', REFUSALS);
  write('transport', `elsewhere.example smtp:[127.0.0.1]:${elsewherePort}\n`);
  write('elsewhere', 'elsewhere.example 550 5.1.1 No such user here\n');
  write('main.cf', mainOf(dir, home, saslPort));
  write('master.cf', masterOf(conf, port, elsewherePort));
  return conf;
}

/** Mail is taken from those who log in, for its own mailbox and for elsewhere.example. */
const mainOf = (dir: string, home: string, saslPort: number): string => `
compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
maillog_file = ${dir}/log
maillog_file_prefixes = ${dir}
myhostname = mail.shop.example
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
alias_maps =
alias_database =
biff = no
message_size_limit = 2000000
virtual_mailbox_domains = shop.example
virtual_mailbox_base = ${home}
virtual_mailbox_maps = texthash:${dir}/conf/mailboxes
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
transport_maps = texthash:${dir}/conf/transport
smtpd_tls_cert_file = ${dir}/conf/cert.pem
smtpd_tls_key_file = ${dir}/conf/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_received_header = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_authenticated_header = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${saslPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access texthash:${dir}/conf/refusals, permit_sasl_authenticated, reject
smtpd_client_connection_count_limit = 0
smtpd_timeout = 5s
`;

/** The second listener is the mail server of elsewhere.example, which knows no user at all. */
const masterOf = (conf: string, port: number, elsewherePort: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
127.0.0.1:${elsewherePort} inet n - n - - smtpd
  -o myhostname=mx.elsewhere.example
  -o smtpd_sasl_auth_enable=no
  -o smtpd_relay_restrictions=permit
  -o smtpd_recipient_restrictions=check_recipient_access,texthash:${conf}/elsewhere,reject
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
