import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { atEnd } from '../../chaos/endings.ts';
import type { Json } from '../environment.ts';
import { newPerson, newUser } from '../person.ts';
import type { Scene } from '../scene.ts';

type Handler = (request: IncomingMessage, reply: ServerResponse) => boolean;

/** A proxy that changes some responses. Requests that the handler does not handle are forwarded. */
async function openProxy(serverUrl: string, spoil: Handler): Promise<string> {
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    if (spoil(request, reply)) return;
    const over = new AbortController();
    reply.on('close', () => over.abort());
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name === 'authorization' || name === 'content-type'),
    ) as Record<string, string>;
    const body =
      request.method === 'GET' ? undefined : await Array.fromAsync(request).then((chunks) => Buffer.concat(chunks as Buffer[]));
    const answer = await fetch(serverUrl + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body }),
      signal: over.signal,
    }).catch(() => undefined);
    if (!answer) return void reply.destroy();
    reply.writeHead(
      answer.status,
      Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => name !== 'content-encoding' && name !== 'content-length' && name !== 'transfer-encoding',
        ),
      ),
    );
    if (answer.body)
      Readable.fromWeb(answer.body as never)
        .on('error', () => reply.destroy())
        .pipe(reply);
    else reply.end();
  };
  const server = createServer((request, reply) => void pass(request, reply));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stateOf = (stdout: string): Record<string, string> =>
  Object.fromEntries(JSON.parse(stdout).checks.map(({ name, state }: Json) => [name, state]));

export const checking: Scene[] = [
  {
    name: 'conformance: a good installation passes; without a login fewer checks run',
    async play(environment, check) {
      const user = await newUser(environment);
      await environment.channel(user.token);
      const good = await user.run(['conformance']);
      check(good.code === 0 && / 0 failed, 0 skipped$/m.test(good.stdout), `a good one: ${good.code} ${good.stdout}`);
      for (const word of [
        'alive',
        'services',
        'clock',
        'public address',
        'signing keys',
        'authentication',
        'token',
        'live feed',
        'channels',
        'webhooks',
      ])
        check(new RegExp(`^ok +${word} `, 'm').test(good.stdout), `${word} is not ok: ${good.stdout}`);
      const stranger = await newPerson(environment);
      const less = await stranger.run(['conformance', '--url', environment.url, '--json']);
      check(
        less.code === 0 && stateOf(less.stdout).token === 'skip' && stateOf(less.stdout).channels === undefined,
        `a stranger: ${less.stdout}`,
      );
      const bad = await stranger.run(['conformance', '--url', environment.url, '--json'], {
        env: { PATCHBAY_TOKEN: 'nonsense' },
      });
      check(bad.code === 3 && stateOf(bad.stdout).token === 'fail', `a wrong token: ${bad.code} ${bad.stdout}`);
      const away = await stranger.run(['conformance', '--url', 'http://127.0.0.1:9']);
      check(away.code === 5 && away.stderr.includes('cannot be reached'), `no server: ${away.code} ${away.stderr}`);
    },
  },
  {
    name: 'conformance: each thing that is misconfigured is named with what to do, and ends with 1',
    async play(environment, check) {
      const user = await newUser(environment);
      await environment.channel(user.token);
      await environment.ask(user.token, 'POST', '/v3/channels', { type: 'sms', name: 'loose' });
      const url = await openProxy(environment.url, ({ url = '', headers }, reply) => {
        if (url === '/readyz')
          reply
            .writeHead(503, { 'content-type': 'application/json' })
            .end('{"status":"not ready","services":{"postgresql":false,"redis":true,"nats":false}}');
        else if (url === '/.well-known/jwks.json') reply.end('{"keys":[]}');
        else if (url === '/livez')
          reply
            .writeHead(200, { date: new Date(Date.now() - 3_600_000).toUTCString(), 'content-type': 'application/json' })
            .end('{"status":"alive"}');
        else if (url === '/v3/usage' && !headers.authorization)
          reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        else return false;
        return true;
      });
      const found = await user.run(['conformance', '--url', url]);
      check(found.code === 1, `it ends with 1: ${found.code} ${found.stdout}${found.stderr}`);
      const has = (pattern: RegExp, what: string) => check(pattern.test(found.stdout), `${what} is missing in:\n${found.stdout}`);
      has(/^FAIL +services +postgresql is away.*nats is away.*\n +→ start it/m, 'services');
      // The Date header has whole seconds, and the response takes time.
      has(/^FAIL +clock +.*360[0-2] s apart\n +→ .*NTP/m, 'the clock');
      has(/^FAIL +signing keys .*\n +→ .*migrate/m, 'the keys');
      has(/^FAIL +authentication .*502.*\n +→ .*proxy/m, 'authentication');
      has(/^look +public address +PUBLIC_URL is /m, 'the public address');
      has(/^look +channels +.*loose\n +→ .*settings/m, 'the channel without settings');
      has(/^ok +token /m, 'the token is fine all the same');
      const states = stateOf((await user.run(['conformance', '--url', url, '--json'])).stdout);
      check(
        states.services === 'fail' && states.channels === 'warn' && states.token === 'ok',
        `as JSON: ${JSON.stringify(states)}`,
      );
    },
  },
];
