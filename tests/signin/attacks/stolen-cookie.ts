import { versions } from '../../../server/src/http/index.ts';
import { isOpen } from '../../../server/src/http/route.ts';
import { type Attack, control, createTally } from '../attack.ts';

const SOME_ID = '01900000-0000-7000-8000-000000000000';

/** The attacker's page makes the browser send the cookie to every operation that needs a token. Only file contents accept it, to read. */
export const stolenCookie: Attack = {
  name: 'cookie in place of a token',
  async run({ call, hire, signIn, userToken, browser, tenant }) {
    const tally = createTally();
    const cookie = await signIn(await hire());
    const token = await userToken(cookie);
    const me = await call('GET', '/v3/me', token);
    control(me.status === 200, `a user token reads /v3/me: ${me.text}`);
    for (const { prefix, routes } of versions) {
      for (const { method, path, body, operationId, acceptsCookie } of routes.filter((route) => !isOpen(route))) {
        const at = prefix + path.replace(/:\w+/g, SOME_ID);
        const sent = body || method !== 'GET' ? {} : undefined;
        const { status, text } = await call(method, at, undefined, sent, browser(cookie)).catch((error: unknown) => ({
          status: 0, // a stream that began and broke off
          text: String(error),
        }));
        if (acceptsCookie) control(method === 'GET' && status === 404, `the cookie reads files and mails: ${status} ${text}`);
        else tally.tried(`${operationId} accepted the cookie: ${status} ${text.slice(0, 100)}`, status === 401);
        if (acceptsCookie) {
          const foreign = await call('GET', at, undefined, undefined, { ...browser(cookie), 'sec-fetch-site': 'cross-site' });
          tally.tried(`${operationId} accepted the cookie for another site`, foreign.status === 401);
        }
      }
    }
    const misuse = await call('GET', '/v3/me', cookie);
    tally.tried('the cookie is accepted as a bearer token', misuse.status === 401);
    const swapped = await call('GET', '/v3/sessions/current', undefined, undefined, browser(token));
    tally.tried('a user token is accepted as a cookie', swapped.status === 401);
    const program = await call('GET', '/v3/sessions/current', undefined, undefined, browser(tenant.token));
    tally.tried('an access token is accepted as a cookie', program.status === 401);
    return tally.outcome();
  },
};
