import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOVECOT, startDovecot } from '../../server/src/adapters/email/dovecot.test-kit.ts';
import { freePorts } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';
import { startPostfix } from './postfix.ts';

const OPENSSL = '/usr/bin/openssl';
const NEED = fileURLToPath(new URL('../../scripts/need.sh', import.meta.url));

/** A mail server as a company has one: Postfix takes and sends mail, Dovecot keeps the mailbox and checks logins for both. */
export type MailServers = {
  /** STARTTLS is offered, and a login only after it. */
  smtpPort: number;
  /** TLS from the first byte. */
  imapPort: number;
  host: string;
  certificate: string;
  /** For processes of their own: NODE_EXTRA_CA_CERTS. */
  certificateFile: string;
  /** What Postfix wrote to its log. */
  log(): string;
};

/** Passwords: any user with `secret`. Access tokens: where there is an introspection endpoint. All mail to help@shop.example. */
export async function startMailServers(options: { introspectionUrl?: string } = {}): Promise<MailServers> {
  execFileSync('bash', [NEED, 'dovecot-core', 'dovecot-imapd', 'postfix', 'openssl'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { certificateFile, ...pair } = makeCertificate();
  const [saslPort = 0] = await freePorts(1);
  const dovecot = await startDovecot(DOVECOT ?? 'dovecot', { ...options, pair, saslPort });
  atEnd(dovecot.stop);
  const postfix = await startPostfix({ home: dovecot.home, saslPort, pair });
  atEnd(postfix.stop);
  return {
    host: 'localhost',
    smtpPort: postfix.port,
    imapPort: dovecot.tlsPort,
    certificate: pair.certificate,
    certificateFile,
    log: postfix.log,
  };
}

export type CertificatePair = { certificate: string; privateKey: string };

/** Signed by itself, for this machine. */
function makeCertificate(): CertificatePair & { certificateFile: string } {
  const dir = mkdtempSync(join(tmpdir(), 'mail-certificate-'));
  atEnd(async () => rmSync(dir, { recursive: true, force: true }));
  const [keyFile, certificateFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  execFileSync(OPENSSL, [...args, '-subj', '/CN=localhost', '-addext', names, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  });
  return { certificateFile, certificate: readFileSync(certificateFile, 'utf8'), privateKey: readFileSync(keyFile, 'utf8') };
}
