import { randomBytes, randomUUID } from 'node:crypto';
import { type Attack, control, createTally } from '../attack.ts';

/** A person uses ids and tenants of others with an own session, and changes parts of tokens. */
export const foreignSessions: Attack = {
  name: 'sessions and tenants of others',
  async run({ call, hire, hireAt, signIn, userToken, browser, tenant, otherTenant }) {
    const tally = createTally();
    const [victim, mallory] = [await hireAt(otherTenant), await hire({ role: 'member' })];
    const [victims, own] = [await signIn(victim), await signIn(mallory)];
    const current = async (cookie: string) => call('GET', '/v3/sessions/current', undefined, undefined, browser(cookie));
    const { id } = (await current(victims)).body.data.session;
    for (const sessionId of [id, id.toUpperCase(), randomUUID(), 'current%2F', "'", '%00']) {
      await call('DELETE', `/v3/sessions/${sessionId}`, undefined, undefined, browser(own));
      tally.tried(`ending ${sessionId}`, (await current(victims)).status === 200);
    }
    const listed = await call('GET', '/v3/sessions', undefined, undefined, browser(own));
    tally.tried('sessions of others are listed', listed.status === 200 && !listed.text.includes(id));
    for (const tenantId of [otherTenant.id, otherTenant.id.toUpperCase(), randomUUID(), 'nonsense', victim.userId]) {
      const reply = await call('POST', '/v3/sessions/current/token', undefined, { tenantId }, browser(own));
      tally.tried(`a token for ${tenantId}: ${reply.status}`, reply.status === 403);
    }
    const bytes = Buffer.from(victims, 'base64url');
    const mine = Buffer.from(own, 'base64url');
    const forged = {
      'the account of the victim, the secret of the attacker': Buffer.concat([bytes.subarray(0, 16), mine.subarray(16)]),
      'a random secret': Buffer.concat([bytes.subarray(0, 16), randomBytes(32)]),
      'one bit changed': Buffer.concat([bytes.subarray(0, 47), Buffer.from([(bytes[47] ?? 0) ^ 1])]),
    };
    for (const [what, token] of Object.entries(forged))
      tally.tried(what, (await current(token.toString('base64url'))).status === 401);
    const token = await userToken(own);
    const raised = await call('POST', '/v3/users', token, { name: 'x', email: 'raised@example.com', role: 'admin' });
    tally.tried('a member creates an admin', raised.status === 403);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sid: id, tid: otherTenant.id };
    const moved = [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    tally.tried('a user token with another session', (await call('GET', '/v3/me', moved)).status === 401);
    control((await call('GET', '/v3/me', token)).body?.data?.tenant?.id === tenant.id, 'the own token');
    return tally.outcome();
  },
};
