import { versions } from '../../../server/src/http/index.ts';
import { isOpen } from '../../../server/src/http/route.ts';
import { type Attack, control, createTally } from '../attack.ts';

const SOME_ID = '01900000-0000-7000-8000-000000000000';

/** Pages of other origins use the cookie of a person who is signed in. */
export const crossOrigin: Attack = {
  name: 'cross-origin requests',
  async run({ call, hire, signIn, browser, baseUrl }) {
    const tally = createTally();
    const cookie = await signIn(await hire());
    const honest = await call('POST', '/v3/sessions/current/token', undefined, {}, browser(cookie));
    control(honest.status === 201, `a token for the own origin: ${honest.text}`);
    const port = new URL(baseUrl).port;
    const origins = [
      'https://evil.example',
      'null',
      '',
      `${baseUrl}.evil.example`,
      `http://localhost:${port}`,
      'http://127.0.0.1',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port}@evil.example`,
      `${baseUrl}/`,
    ];
    const open = versions.flatMap(({ prefix, routes }) => routes.filter(isOpen).map((route) => ({ prefix, route })));
    const alive = async () => (await call('GET', '/v3/sessions/current', undefined, undefined, browser(cookie))).status === 200;
    for (const { prefix, route } of open.filter(({ route }) => route.method !== 'GET')) {
      const path = prefix + route.path.replace(/:\w+/g, SOME_ID);
      for (const origin of origins) {
        const { status, headers } = await call(route.method, path, undefined, {}, { ...browser(cookie), origin });
        const isReadable =
          headers.get('access-control-allow-origin') !== null || headers.get('access-control-allow-credentials') !== null;
        tally.tried(`${route.operationId} from ${origin}: ${status}`, status === 403 && !isReadable);
      }
      if (route.access !== 'session') continue;
      const { origin: _, ...without } = browser(cookie);
      const { status } = await call(route.method, path, undefined, {}, without);
      tally.tried(`${route.operationId} without an Origin: ${status}`, status === 403);
    }
    for (const { prefix, route } of open.filter(({ route }) => route.method === 'GET')) {
      const { headers } = await call('GET', prefix + route.path.replace(/:\w+/g, SOME_ID), undefined, undefined, {
        ...browser(cookie),
        origin: 'https://evil.example',
      });
      tally.tried(`${route.operationId} can be read by another origin`, headers.get('access-control-allow-origin') === null);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const form = await call('POST', '/v3/sessions/current/token', undefined, {}, { ...browser(cookie), 'content-type': type });
      tally.tried(`a form of type ${type}: ${form.status}`, form.status !== 201);
    }
    tally.tried('a page of another origin ended the session', await alive());
    return tally.outcome();
  },
};
