import { part } from './forge.ts';
import { bearer, type Variant } from './forgeries.ts';

const sameBytes: Record<string, string> = { A: 'B', Q: 'R', g: 'h', w: 'x' };

/** A valid token sent in wrong ways, and values that are no tokens. */
export function badHeaders(good: string, ids: { tokenId: string; kid: string }): Variant[] {
  const header = (name: string, authorization: string): Variant => ({ name, headers: { authorization } });
  const [h, p, s] = good.split('.');
  return [
    { name: 'no header', headers: {} },
    header('empty header', ''),
    header('the scheme alone', 'Bearer'),
    header('the scheme and spaces', 'Bearer    '),
    header('no scheme', good),
    header('a tab', `Bearer\t${good}`),
    header('no space', `Bearer${good}`),
    header('the scheme twice', `Bearer Bearer ${good}`),
    header('quotes', `Bearer "${good}"`),
    header('two tokens', `Bearer ${good}, Bearer ${good}`),
    header('a parameter', `Bearer token=${good}`),
    header('Basic', `Basic ${part(`${good}:`)}`),
    header('Basic with the token as it is', `Basic ${good}`),
    header('Token', `Token ${good}`),
    header('JWT', `JWT ${good}`),
    header('DPoP', `DPoP ${good}`),
    header('a space inside', `Bearer ${h}.${p}. ${s}`),
    header('padding', `Bearer ${good}==`),
    // 64 bytes leave four bits of the last character unused: sixteen encodings of one signature, one of them valid.
    header('another last character', `Bearer ${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`),
    header('the unused bits of the last character', `Bearer ${good.slice(0, -1)}${sameBytes[good.slice(-1)]}`),
    bearer(['8 KB of a', 'a'.repeat(8_000)]),
    bearer(['8 KB of parts', 'a.'.repeat(4_000)]),
    bearer(['8 KB of header', `${part({ alg: 'EdDSA', kid: ids.kid, pad: 'x'.repeat(5_500) })}.${p}.${s}`]),
    bearer(['null', 'null']),
    bearer(['undefined', 'undefined']),
    bearer(['only dots', '..']),
    bearer(['the id of the token', ids.tokenId]),
    bearer(['the id of the key', ids.kid]),
    bearer(['base64 of the token', part(good)]),
    { name: 'in a cookie', headers: { cookie: `access_token=${good}; token=${good}` } },
    { name: 'in X-Authorization', headers: { 'x-authorization': `Bearer ${good}` } },
    { name: 'in X-API-Key', headers: { 'x-api-key': good } },
    { name: 'in Proxy-Authorization', headers: { 'proxy-authorization': `Bearer ${good}` } },
  ];
}
