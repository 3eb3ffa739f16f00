import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { atEnd } from '../chaos/endings.ts';

/** The kind of tenant that a call is made for: known by its credentials, or by the link it follows. */
export type Owner = 'live' | 'sandbox' | 'unknown';
export type Call = { protocol: 'http' | 'smtp' | 'imap'; what: string; owner: Owner };

/** Answers as Meta, Twilio and a mail server would, only far less of it, and remembers every call. */
export type StandIn = { url: string; smtpPort: number; imapPort: number; calls: Call[]; elsewhere: { url: string } };

export async function startStandIn(): Promise<StandIn> {
  const one: StandIn = { url: '', smtpPort: 0, imapPort: 0, calls: [], elsewhere: { url: '' } };
  one.url = `http://127.0.0.1:${await serveHttp(one)}`;
  one.smtpPort = await serveSmtp(one);
  one.imapPort = await serveImap(one);
  return one;
}

export const ownerIn = (words: string): Owner => (/owner-(live|sandbox)/.exec(words)?.[1] as Owner | undefined) ?? 'unknown';

async function serveHttp(one: StandIn): Promise<number> {
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const [, encoded = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
    const owner = ownerIn(`${headers.authorization} ${Buffer.from(encoded, 'base64')} ${url}`);
    one.calls.push({ protocol: 'http', what: `${method} ${url}`, owner });
    void answer(one, request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');

let ids = 0;
const nextId = (): string => `${Date.now()}${++ids}`;

/** Links with `to-other` in them lead to the other provider: in a response of Graph, or by a redirect. */
async function answer(one: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  const body = await text(request);
  const json = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  if (url.includes('redirect-to-other')) return void response.writeHead(302, { location: linkBeyond(one, url) }).end();
  if (/\/(cdn|lookaside|Media)\//.test(url)) return void response.setHeader('content-type', 'image/png').end(PNG);
  if (body.includes('cut+it+off')) return void request.socket.destroy();
  if (/\/message_templates/.test(url)) return void json({ id: nextId(), status: 'PENDING', success: true, data: [] });
  if (/\/Messages\.json/.test(url)) {
    if (method === 'GET') return void json({ messages: [] });
    return void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ sid: `SM${nextId()}` }));
  }
  if (method === 'POST') return void json({ message_id: `mid.${nextId()}`, messages: [{ id: `wamid.${nextId()}` }] });
  const base = url.includes('link-to-other') ? one.elsewhere.url : one.url;
  json({ url: `${base}/graph/lookaside/1`, mime_type: 'image/png' });
}

const linkBeyond = (one: StandIn, url: string): string =>
  `${one.elsewhere.url}/graph/cdn/${ownerIn(url)}/beyond-owner-${ownerIn(url)}.png`;

/** The sender identifies the tenant: tenants of both kinds have the same login here. */
async function serveSmtp(one: StandIn): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onMailFrom({ address }, _session, done) {
      one.calls.push({ protocol: 'smtp', what: `MAIL FROM ${address}`, owner: ownerIn(address) });
      done();
    },
    onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEnd(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  return (server.server.address() as AddressInfo).port;
}

/** An empty mailbox. */
async function serveImap(one: StandIn): Promise<number> {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) socket.write(imapAnswer(one, line));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function imapAnswer(one: StandIn, line: string): string {
  const [tag = '', verb = ''] = line.split(' ');
  if (verb === 'LOGIN') one.calls.push({ protocol: 'imap', what: 'LOGIN', owner: ownerIn(line) });
  const answers: Record<string, string> = {
    CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
    EXAMINE: '* FLAGS ()\r\n* 0 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 1] ok\r\n',
    LIST: '* LIST () "/" INBOX\r\n',
    UID: '* SEARCH\r\n',
    SEARCH: '* SEARCH\r\n',
  };
  return `${answers[verb] ?? ''}${tag} OK done\r\n`;
}
