import type { ServerResponse } from 'node:http';
import { answering, type Endpoint, raw, refusing, selfSigned, speaking } from './endpoints.ts';

/** The expected first attempt. A pending delivery has a delay; the default is the first of the table. */
export type Expected = {
  statusCode: number | null;
  error?: RegExp;
  responseBody?: (body: string | null) => boolean;
  status: 'succeeded' | 'pending' | 'failed';
  waitSeconds?: number;
  /** How many requests reach the receiver; default one. */
  hits?: number;
  webhook?: 'disabled';
};
export type Behaviour = { name: string; open(now: () => Date): Promise<Endpoint>; expected: Expected };

const BODY_CAP_BYTES = 20_480;
const FIVE_MEGABYTES = 5 * 1024 * 1024;
export const FIRST_WAIT_SECONDS = 5;
/** Retry-After is respected up to a minute if our delay is shorter. */
const MOST_GRANTED_SECONDS = 60;

const retried = (statusCode: number, waitSeconds = FIRST_WAIT_SECONDS): Expected => ({
  statusCode,
  status: 'pending',
  waitSeconds,
});
const unanswered = (error: RegExp, hits = 1): Expected => ({ statusCode: null, error, status: 'pending', hits });
const taken = (statusCode: number, responseBody: Expected['responseBody'] = (body) => body === ''): Expected => ({
  statusCode,
  responseBody,
  status: 'succeeded',
});

const inSeconds = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toUTCString();

function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 500);
  response.on('close', () => clearInterval(timer));
}

export const behaviours: Behaviour[] = [
  { name: '200 with a body', open: () => answering(200, {}, 'thank you'), expected: taken(200, (body) => body === 'thank you') },
  { name: '201', open: () => answering(201), expected: taken(201) },
  { name: '204', open: () => answering(204), expected: taken(204) },
  { name: '400', open: () => answering(400, {}, 'no'), expected: retried(400) },
  { name: '404', open: () => answering(404), expected: retried(404) },
  { name: '410', open: () => answering(410), expected: { statusCode: 410, status: 'failed', webhook: 'disabled' } },
  { name: '429 with Retry-After: 30', open: () => answering(429, { 'retry-after': '30' }), expected: retried(429, 30) },
  {
    name: '429 with Retry-After beyond what is granted',
    open: () => answering(429, { 'retry-after': '86400' }),
    expected: retried(429, MOST_GRANTED_SECONDS),
  },
  { name: '429 with Retry-After: 0', open: () => answering(429, { 'retry-after': '0' }), expected: retried(429) },
  {
    name: '429 with an invalid Retry-After',
    open: () => answering(429, { 'retry-after': 'soon' }),
    expected: retried(429),
  },
  {
    name: '429 with Retry-After as a date',
    open: (now) => speaking((response) => void response.writeHead(429, { 'retry-after': inSeconds(now(), 40) }).end()),
    expected: retried(429, 40),
  },
  {
    name: '503 with Retry-After as a date',
    open: (now) => speaking((response) => void response.writeHead(503, { 'retry-after': inSeconds(now(), 50) }).end()),
    expected: retried(503, 50),
  },
  { name: '500', open: () => answering(500, {}, 'oops'), expected: retried(500) },
  {
    name: '500 with Retry-After, which is not for it',
    open: () => answering(500, { 'retry-after': '50' }),
    expected: retried(500),
  },
  { name: '503', open: () => answering(503), expected: retried(503) },
  { name: 'never answers', open: () => speaking(() => undefined), expected: unanswered(/^timeout: /) },
  { name: 'drips its answer', open: () => speaking(drip), expected: unanswered(/^timeout: /) },
  {
    name: 'a huge body',
    open: () => answering(200, {}, 'x'.repeat(FIVE_MEGABYTES)),
    expected: taken(200, (body) => body === 'x'.repeat(BODY_CAP_BYTES)),
  },
  {
    name: 'a huge body of a failure',
    open: () => answering(500, {}, 'x'.repeat(FIVE_MEGABYTES)),
    expected: { ...retried(500), responseBody: (body) => body?.length === BODY_CAP_BYTES },
  },
  {
    name: 'bytes that are no text',
    open: () => speaking((response) => void response.end(Buffer.from([0, 255, 254, 0, 128, 65]))),
    expected: taken(200, (body) => body?.endsWith('A') === true && !body.includes('\0')),
  },
  { name: 'resets the connection', open: () => raw((socket) => void socket.resetAndDestroy()), expected: unanswered(/^reset: /) },
  { name: 'hangs up without a word', open: () => raw((socket) => void socket.end()), expected: unanswered(/^reset: /) },
  {
    name: 'cuts its body short',
    open: () => raw((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    expected: unanswered(/^reset: /),
  },
  { name: 'refuses the connection', open: refusing, expected: unanswered(/^connect: .*ECONNREFUSED/, 0) },
  { name: 'a certificate signed by itself', open: selfSigned, expected: unanswered(/^tls: /, 0) },
  {
    name: 'plain text where TLS is expected',
    open: () => raw((socket) => void socket.end('220 ready for mail\r\n'), 'https'),
    expected: unanswered(/^(tls|reset): /),
  },
  {
    name: 'HTTP garbage',
    open: () => raw((socket) => void socket.end('NOPE/9.9 what?\r\n\r\n')),
    expected: unanswered(/^protocol: /),
  },
  {
    name: 'headers without end',
    open: () => raw((socket) => void socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}\r\n\r\n`)),
    expected: unanswered(/^protocol: /),
  },
];

/** Redirects are not followed. */
export const redirects = [301, 302, 307, 308];
