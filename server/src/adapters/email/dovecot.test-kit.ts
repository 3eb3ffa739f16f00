import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { certificate, privateKey } from '../../../../tests/ssrf/certificate.ts';
import { freePorts } from '../../test-kit/ports.ts';

/** Where it is installed, if it is. */
export const DOVECOT = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find(existsSync);

const NOBODY = 65534;

export type DovecotOptions = {
  /** Replaces the certificate for hook.example. */
  pair?: { certificate: string; privateKey: string };
  /** Where it listens for a mail server that asks it to check logins (SASL). */
  saslPort?: number;
  /** Where it asks whether an access token is valid (RFC 7662); with it, XOAUTH2 is offered beside passwords. */
  introspectionUrl?: string;
};

/** A real IMAP server with its own configuration, mail and ports, which is gone when the tests are over. */
export async function startDovecot(program: string, options: DovecotOptions = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'dovecot-'));
  const [port = 0, tlsPort = 0] = await freePorts(2);
  writeConfig(dir, port, tlsPort, options);
  const server = spawn(program, ['-F', '-c', join(dir, 'dovecot.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  server.stderr.on('data', (chunk) => (complaints += chunk));
  const auth = { user: 'help', pass: 'secret' };
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth, logger: false });
  client.on('error', () => undefined); // nothing was asked of it for minutes
  const stop = async () => {
    client.close();
    if (server.kill()) await once(server, 'exit');
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await listening(port, server, () => complaints);
    await client.connect();
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, tlsPort, client, home: join(dir, 'home'), stop };
}

function writeConfig(dir: string, port: number, tlsPort: number, options: DovecotOptions): void {
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.getuid?.(), process.getgid?.()];
  mkdirSync(join(dir, 'home'));
  if (isRoot) for (const path of [dir, join(dir, 'home')]) chownSync(path, NOBODY, NOBODY);
  writeFileSync(join(dir, 'cert.pem'), options.pair?.certificate ?? certificate);
  writeFileSync(join(dir, 'key.pem'), options.pair?.privateKey ?? privateKey);
  const config = `
base_dir = ${dir}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
auth_failure_delay = 0
ssl = yes
ssl_cert = <${dir}/cert.pem
ssl_key = <${dir}/key.pem
first_valid_uid = 1
mail_location = maildir:~/mail
namespace inbox {
  inbox = yes
}
${options.introspectionUrl === undefined ? '' : tokensFrom(dir, options.introspectionUrl)}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${dir}/home
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
${options.saslPort === undefined ? '' : saslAt(options.saslPort)}
`;
  writeFileSync(join(dir, 'dovecot.conf'), isRoot ? config : config + asMyself());
}

/** The user of a token is its subject. A token that is not valid is not tried as a password. */
function tokensFrom(dir: string, introspectionUrl: string): string {
  const config = `
introspection_url = ${introspectionUrl}
introspection_mode = post
username_attribute = sub
active_attribute = active
active_value = true
`;
  writeFileSync(join(dir, 'oauth2.conf'), config);
  return `
auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${dir}/oauth2.conf
}
`;
}

const saslAt = (port: number): string => `
service auth {
  inet_listener sasl {
    address = 127.0.0.1
    port = ${port}
  }
}
`;

/** A user who is not root can run it too, as that user. */
function asMyself(): string {
  const nameOf = (flag: string) => spawnSync('id', [flag], { encoding: 'utf8' }).stdout.trim();
  return `
default_internal_user = ${nameOf('-un')}
default_internal_group = ${nameOf('-gn')}
default_login_user = ${nameOf('-un')}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
service stats {
  chroot =
}
`;
}

async function listening(port: number, server: ChildProcess, complaints: () => string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (server.exitCode !== null) throw new Error(`dovecot did not start: ${complaints()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      setTimeout(1_000, false),
    ]);
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error(`dovecot did not listen: ${complaints()}`);
}
