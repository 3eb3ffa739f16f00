import { newSigningSecret, sign } from '../../server/src/platform/signing.ts';

/** What a receiver is given, and whether it may believe it. */
export type Request = {
  name: string;
  good: boolean;
  secret: string;
  id: string;
  timestamp: string;
  signatures: string;
  body: string;
};

const MINUTE_MS = 60_000;
const ID = '01a1dcc9-d17a-7273-8679-6686aa39847f';
const BODY = '{"event":"contact.created","data":{"firstName":"Zoë","note":"a, b. c"}}';

export function requests(now: Date): Request[] {
  const secret = newSigningSecret();
  const other = newSigningSecret();
  const at = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const good = request('good', true, secret, [secret], now);
  return [
    good,
    request('four minutes old', true, secret, [secret], at(-4)),
    request('new secret in a rotation', true, secret, [secret, other], now),
    request('old secret in a rotation', true, secret, [other, secret], now),
    { ...good, name: 'mutated body', good: false, body: BODY.replace('Zoë', 'Zoe') },
    { ...good, name: 'mutated id', good: false, id: ID.replace('7f', '7e') },
    { ...good, name: 'mutated signature', good: false, signatures: flipFirst(good.signatures) },
    { ...good, name: 'later timestamp', good: false, timestamp: String(Number(good.timestamp) + 1) },
    { ...good, name: 'timestamp that is no number', good: false, timestamp: 'soon' },
    { ...good, name: 'no signature', good: false, signatures: '' },
    { ...good, name: 'another version', good: false, signatures: good.signatures.replace('v1,', 'v2,') },
    request('six minutes old', false, secret, [secret], at(-6)),
    request('six minutes early', false, secret, [secret], at(6)),
    request('signed by another key', false, secret, [other], now),
  ];
}

function request(name: string, good: boolean, secret: string, signers: string[], at: Date): Request {
  const signed = sign(signers, ID, at, BODY);
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = signed;
  return { name, good, secret, id, timestamp, signatures, body: BODY };
}

const flipFirst = (signatures: string): string =>
  signatures.replace(/^v1,(.)/, (_all, first: string) => `v1,${first === 'A' ? 'B' : 'A'}`);
