import assert from 'node:assert/strict';
import { request } from 'undici';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Captured } from './capture.ts';
import type { Promised } from './promised.ts';
import { bytesOf, flipped, saysTheSame, signatureFor, signatureHeader } from './signing.ts';

const BODY_BITS = 600;
const BITS_OVER_HTTP = 12;
const EVERYBODY_READS = { name: 'Ada', text: 'Hello & good=morning', subject: 'A question' };

/** A real callback of the sandbox. */
async function genuine(bench: Bench): Promise<Captured> {
  await bench.phone.write({ from: personOn(bench.kind, 1).from, ...EVERYBODY_READS });
  const [first] = await bench.callbacks();
  assert.ok(first, 'no callback came');
  return first;
}

const signed = (bench: Bench, callback: Captured, signature: string): Captured => ({
  ...callback,
  headers: { ...callback.headers, [signatureHeader[bench.kind]]: signature },
});

/** Bit positions, evenly distributed. */
const bitsOf = (bytes: Buffer, most: number): number[] => {
  const all = bytes.length * 8;
  return Array.from({ length: Math.min(most, all) }, (_, i) => Math.floor((i * all) / Math.min(most, all)));
};

const signatureOf = (bench: Bench, { headers }: Captured): string => String(headers[signatureHeader[bench.kind]]);

async function keepGenuine(bench: Bench): Promise<void> {
  const callback = await genuine(bench);
  assert.ok(bench.verify(callback));
  assert.equal(signatureOf(bench, callback), signatureFor(bench.kind, bench.account, callback.url, callback.body));
}

async function keepEveryBitOfSignature(bench: Bench): Promise<void> {
  const callback = await genuine(bench);
  const { bytes, withBytes } = bytesOf(bench.kind, signatureOf(bench, callback));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    assert.equal(bench.verify(signed(bench, callback, withBytes(flipped(bytes, bit)))), false, `bit ${bit} of the signature`);
  }
}

async function keepEveryBitOfBody(bench: Bench): Promise<void> {
  const callback = await genuine(bench);
  for (const bit of bitsOf(callback.body, BODY_BITS)) {
    const body = flipped(callback.body, bit);
    if (saysTheSame(bench.kind, body, callback.body)) continue;
    assert.equal(bench.verify({ ...callback, body }), false, `bit ${bit} of the body`);
  }
  for (const body of [Buffer.alloc(0), callback.body.subarray(1), Buffer.concat([callback.body, Buffer.from(' ')])]) {
    assert.equal(bench.verify({ ...callback, body }), false, 'a longer or shorter body');
  }
}

/** Signatures that are missing, empty, foreign, well-formed, repeated or padded. */
function badSignatures(bench: Bench, { url, body, headers }: Captured): (string | string[] | undefined)[] {
  const right = String(headers[signatureHeader[bench.kind]]);
  const others = { appSecret: 'x', authToken: 'x', callbackUsername: 'patchbay', callbackPassword: 'x' };
  const foreign = signatureFor(bench.kind, others, url, body);
  return [
    undefined,
    '',
    ' ',
    foreign,
    right.slice(0, -4),
    `${right.replace(/=+$/, '')}0000`,
    [right, right],
    right.replace(/^\w+[= ]/, ''),
    'sha256=',
    'Basic ',
  ];
}

async function keepBadSignatures(bench: Bench): Promise<void> {
  const callback = await genuine(bench);
  const isRight = signatureOf(bench, callback);
  for (const signature of badSignatures(bench, callback)) {
    if (signature === isRight) continue; // Twilio's has no prefix
    const headers = { ...callback.headers, [signatureHeader[bench.kind]]: signature };
    assert.equal(bench.verify({ ...callback, headers } as Captured), false, JSON.stringify(signature));
  }
}

async function keepSignedUrl(bench: Bench): Promise<void> {
  const callback = await genuine(bench);
  for (const url of [
    `${callback.url}?messageId=1`,
    callback.url.replace('/inbound/', '/inbound/1'),
    callback.url.replace('http:', 'https:'),
  ]) {
    assert.equal(bench.verify({ ...callback, url }), false, url);
  }
}

/** The same over HTTP: signed by the test, without code of the adapter. */
const keepSignatures: Promised['keep'] = async (bench, setup) => {
  const { body, headers } = await genuine(bench);
  const line = await setup.line();
  const account = await line.phone.account();
  const signature = signatureFor(bench.kind, account, line.inboundUrl, body);
  const post = async (bytes: Buffer, given: string | undefined) => {
    const sent = {
      'content-type': String(headers['content-type']),
      ...(given !== undefined && { [signatureHeader[bench.kind]]: given }),
    };
    const answer = await request(line.inboundUrl, { method: 'POST', headers: sent, body: bytes });
    await answer.body.dump();
    return answer.statusCode;
  };
  assert.equal(await post(body, signature), 200);
  assert.equal(await post(body, undefined), 401);
  assert.equal(await post(body, ''), 401);
  const { bytes, withBytes } = bytesOf(bench.kind, signature);
  for (const bit of bitsOf(bytes, BITS_OVER_HTTP)) assert.equal(await post(body, withBytes(flipped(bytes, bit))), 401);
  if (bench.kind === 'email') return;
  for (const bit of bitsOf(body, BITS_OVER_HTTP)) {
    const other = flipped(body, bit);
    assert.equal(await post(other, signature), saysTheSame(bench.kind, other, body) ? 200 : 401);
  }
};

/** Meta's verification challenge. The other providers have none. */
const keepChallenge: Promised['keep'] = async (bench, setup) => {
  const line = await setup.line();
  const { verifyToken = 'anything' } = await line.phone.account();
  const ask = async (query: Record<string, string>) => {
    const answer = await request(`${line.inboundUrl}?${new URLSearchParams(query)}`);
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const right = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': String(verifyToken) };
  const isMeta = bench.kind === 'whatsapp' || bench.kind === 'instagram';
  const answer = await ask(right);
  assert.deepEqual(isMeta ? answer : answer.status, isMeta ? { status: 200, text: '1158201444' } : 401);
  const { 'hub.verify_token': _, ...without } = right;
  for (const wrong of [
    { ...right, 'hub.verify_token': 'x' },
    { ...right, 'hub.verify_token': '' },
    without,
    { ...right, 'hub.mode': 'other' },
    {},
  ]) {
    assert.equal((await ask(wrong)).status, 401);
  }
  if (isMeta) assert.equal((await line.phone.ask('POST', '/verify')).verified, true);
};

const signing = ['whatsapp', 'instagram', 'sms'] as const;

export const callbackPromises: Promised[] = [
  { name: 'a genuine callback is accepted', keep: keepGenuine },
  { name: 'a signature with any one bit turned is refused', keep: keepEveryBitOfSignature },
  // Mail providers use a password and sign nothing, so the body cannot be verified.
  { name: 'a body with one bit turned is refused', kinds: signing, keep: keepEveryBitOfBody },
  { name: 'a missing, empty, foreign or cut signature is refused', keep: keepBadSignatures },
  { name: 'a signature for another URL is refused', kinds: ['sms'], keep: keepSignedUrl },
  { name: 'signed callbacks are accepted and no others', keep: keepSignatures },
  { name: 'a challenge is answered for the right token only', keep: keepChallenge },
];
