import { Agent, fetch } from 'undici';
import type { Reply } from '../../server/src/test-kit/given.ts';
import { type MailSink, startMailSink } from '../../server/src/test-kit/mail-sink.ts';
import { asBrowser, hire, PASSWORD, signIn, userToken } from '../../server/src/test-kit/person.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import type { Environment } from '../security/environment.ts';

export type Person = { userId: string; email: string; password: string };
export type Office = { id: string; token: string };

const ADDRESSES = 60_000;

/** A server with mail, two tenants, and callers with as many addresses as they like. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** Starts the scene. `launch`: a modified copy of the server. */
export async function openScene(environment: Environment, launch = startProcess) {
  const sink: MailSink = await startMailSink();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = await launch('all', {
    ...environment.env,
    PROVIDER_ALLOW_PRIVATE: 'true',
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    SMTP_URL: sink.url,
  });
  const [tenant, otherTenant] = [await createTestTenant(environment.deps), await createTestTenant(environment.deps)];
  let last = 0;
  /** Returns a new loopback address: limits per address must not end an attack on something else. */
  const nextAddress = (): string => {
    last = (last + 1) % ADDRESSES;
    return `127.1.${Math.floor(last / 250)}.${(last % 250) + 1}`;
  };
  const agents = new Map<string, Agent>();
  const agentOf = (address: string): Agent => {
    const agent = agents.get(address) ?? new Agent({ localAddress: address, keepAliveTimeout: 1_000 });
    agents.set(address, agent);
    return agent;
  };
  const callFrom =
    (address: string) =>
    async (
      method: string,
      path: string,
      token?: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Reply> => {
      const response = await fetch(baseUrl + path, {
        method,
        dispatcher: agentOf(address),
        redirect: 'manual',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed = text.startsWith('{') ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers as unknown as Headers, text, body: parsed };
    };
  /** Makes a call from an address of its own. */
  const call: ReturnType<typeof callFrom> = async (...args) => {
    const address = nextAddress();
    try {
      return await callFrom(address)(...args);
    } finally {
      void agents.get(address)?.close();
      agents.delete(address);
    }
  };
  const office = { baseUrl, call, tenant: { id: tenant.id, token: tenant.token } };
  return {
    environment,
    baseUrl,
    sink,
    call,
    callFrom,
    nextAddress,
    tenant: office.tenant,
    otherTenant: { id: otherTenant.id, token: otherTenant.token },
    hire: (fields: object = {}, password = PASSWORD): Promise<Person> => hire(office, fields, password),
    hireAt: (tenant: Office, fields: object = {}): Promise<Person> => hire({ ...office, tenant }, fields),
    signIn: (person: { email: string; password: string }) => signIn(office, person),
    userToken: (cookie: string, body: object = {}) => userToken(office, cookie, body),
    browser: (cookie: string) => asBrowser(cookie, baseUrl),
    async close() {
      await server.stop();
      await Promise.all([...agents.values()].map((agent) => agent.close()));
      await sink.close();
    },
  };
}
