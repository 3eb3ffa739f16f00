import { type Connected, connect } from '../../sandbox/src/index.ts';
import { admin } from '../../scripts/dev/services.ts';
import type { Installation } from './installation.ts';

export type Person = { id: string; name: string; email: string; password: string };
export type Customer = { from: string; name: string };
type Answer = { data: Record<string, never> };

/** A tenant of its own, with a WhatsApp number and a mail address in the sandbox. */
export type Environment = Installation & {
  apiUrl: string;
  tenantId: string;
  whatsapp: Connected;
  email: Connected;
  /** Calls the API with the access token of the tenant. */
  call<T = Record<string, string>>(method: string, path: string, body?: object): Promise<T>;
  createPerson(name: string, role: 'admin' | 'member'): Promise<Person>;
  /** Writes as a customer to the WhatsApp number. */
  write(customer: Customer, text: string): Promise<void>;
  /** Writes as a customer to the mail address. `from` is an address. */
  writeMail(customer: Customer, mail: { subject: string; text: string }): Promise<void>;
};

export async function openEnvironment(
  installation: Installation,
  name: string,
  plan = ['--plan', 'ultra'],
): Promise<Environment> {
  const { settings } = installation;
  const { apiUrl } = settings;
  const created = await admin(settings, 'tenant', 'create', '--name', name, ...plan, '--sandbox', '--json');
  const { tenantId, accessToken: token } = JSON.parse(created) as Record<'tenantId' | 'accessToken', string>;
  const open = (kind: Connected['kind']) => connect(kind, { apiUrl, token, sandbox: settings.sandbox, name: `Demo ${kind}` });
  const [whatsapp, email] = await Promise.all([open('whatsapp'), open('email')]);
  const call = caller(apiUrl, token);
  const writeTo = writer(settings.sandbox.url);
  return {
    ...installation,
    apiUrl,
    tenantId,
    whatsapp,
    email,
    call,
    createPerson: createPerson(apiUrl, call, name.toLowerCase()),
    write: (customer, text) => writeTo(whatsapp, { ...customer, text }),
    writeMail: (customer, mail) => writeTo(email, { ...customer, ...mail }),
  };
}

const caller =
  (apiUrl: string, token: string): Environment['call'] =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(apiUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : (JSON.parse(text) as Answer).data) as T;
  };

const createPerson =
  (apiUrl: string, call: Environment['call'], domain: string): Environment['createPerson'] =>
  async (name, role) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@${domain}.example`;
    const password = 'correct horse battery staple';
    const { id = '' } = await call('POST', '/v3/users', { name, email, role });
    const { url = '' } = await call('POST', `/v3/users/${id}/invitation`);
    const accepted = await fetch(`${apiUrl}/v3/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: /#token=(.+)$/.exec(url)?.[1], password }),
    });
    if (!accepted.ok) throw new Error(`the invitation was answered with ${accepted.status} ${await accepted.text()}`);
    return { id, name, email, password };
  };

const writer =
  (sandboxUrl: string) =>
  async ({ accountId }: Connected, message: object): Promise<void> => {
    const response = await fetch(`${sandboxUrl}/_sandbox/accounts/${accountId}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} ${await response.text()}`);
  };
