import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { forbiddenUrls, publicUrls } from '../../../tests/ssrf/corpus.ts';
import { v4InsideV6, v4Spellings, v6Spellings } from '../../../tests/ssrf/spellings.ts';
import { checkUrl, isPublicAddress } from './address-guard.ts';

const CASES = { numRuns: 512 };
const strict = { allowPrivate: false };

const words = (text: string) => text.trim().split(/\s+/);

const V4_RANGES = words(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32
`);

const V6_RANGES = words(`
  0:0:0:0:0:0:0:0/128 0:0:0:0:0:0:0:1/128 fc00:0:0:0:0:0:0:0/7 fe80:0:0:0:0:0:0:0/10 fec0:0:0:0:0:0:0:0/10
  ff00:0:0:0:0:0:0:0/8 2001:db8:0:0:0:0:0:0/32 3fff:0:0:0:0:0:0:0/20 100:0:0:0:0:0:0:0/64 5f00:0:0:0:0:0:0:0/16
  0:0:0:0:0:ffff:0:0/96 0:0:0:0:0:0:0:0/96 0:0:0:0:ffff:0:0:0/96 64:ff9b:1:0:0:0:0:0/48 2002:0:0:0:0:0:0:0/16
  2001:0:0:0:0:0:0:0/32 2001:2:0:0:0:0:0:0/48 2001:10:0:0:0:0:0:0/28 2001:20:0:0:0:0:0:0/28
`);

const V6_PUBLIC = words('2400:0:0:0:0:0:0:0/12 2600:0:0:0:0:0:0:0/12 2800:0:0:0:0:0:0:0/12 2a00:0:0:0:0:0:0:0/12');

for (const range of V4_RANGES) {
  test(`addresses: every one of ${range} is refused, however it is written`, () => {
    fc.assert(
      fc.property(within(range, 4), (address) => {
        assert.ok(!isPublicAddress(address));
        refused([...v4Spellings(address), ...v4InsideV6(address)]);
      }),
      CASES,
    );
  });
}

for (const range of V6_RANGES) {
  test(`addresses: every one of ${range} is refused, however it is written`, () => {
    fc.assert(
      fc.property(within(range, 6), (address) => {
        for (const host of v6Spellings(address)) assert.ok(!isPublicAddress(host.slice(1, -1)), host);
        refused(v6Spellings(address));
      }),
      CASES,
    );
  });
}

test('addresses: every IPv4 address outside the forbidden ranges is public', () => {
  const forbidden = new BlockList();
  for (const range of V4_RANGES) forbidden.addSubnet(range.split('/')[0] ?? '', Number(range.split('/')[1]), 'ipv4');
  fc.assert(
    fc.property(within('0.0.0.0/0', 4), (address) => {
      fc.pre(!forbidden.check(address, 'ipv4'));
      assert.ok(isPublicAddress(address));
      assert.ok(isPublicAddress(`64:ff9b::${address}`), 'NAT64 is verified by the address inside');
      assert.ok(checkUrl(`https://${address}/`, strict).ok);
    }),
    { numRuns: 2_048 },
  );
});

for (const range of V6_PUBLIC) {
  test(`addresses: every one of ${range} is public, unless it is an ISATAP tunnel to one that is not`, () => {
    fc.assert(
      fc.property(within(range, 6), within('10.0.0.0/8', 4), (address, inside) => {
        const prefix = address.split(':').slice(0, 4).join(':');
        for (const host of v6Spellings(address)) assert.ok(checkUrl(`https://${host}/`, strict).ok, host);
        assert.ok(!isPublicAddress(`${prefix}:0:5efe:${inside}`));
        assert.ok(!isPublicAddress(`${address}%eth0`), 'a zone id means a network card of ours');
      }),
      CASES,
    );
  });
}

test('addresses: text that is not an address in its standard spelling is refused', () => {
  for (const text of ['', 'example.com', '8.8.8', '08.8.8.8', '134744072', '0x8.8.8.8', '[2606::1]', '8.8.8.8 ']) {
    assert.ok(!isPublicAddress(text), text);
  }
  fc.assert(fc.property(fc.string(), (text) => void isPublicAddress(text)));
});

test('URLs: all known bypass spellings are refused, with a message that explains why', () => {
  assert.ok(forbiddenUrls.length >= 330, `${forbiddenUrls.length} entries`);
  for (const text of forbiddenUrls) {
    const checked = checkUrl(text, strict);
    assert.ok(!checked.ok, JSON.stringify(text));
    assert.match(checked.reason, /^.{20,}$/);
  }
});

test('URLs: public ones are allowed', () => {
  assert.ok(publicUrls.length >= 20);
  for (const text of publicUrls) assert.deepEqual(checkUrl(text, strict), { ok: true, url: new URL(text) });
});

test('URLs: a developer may use private hosts, but the syntax is still checked', () => {
  const own = { allowPrivate: true };
  for (const text of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]/', 'http://redis/'])
    assert.ok(checkUrl(text, own).ok);
  for (const text of ['ftp://localhost/', 'http://user@localhost/', 'localhost', 'http://']) assert.ok(!checkUrl(text, own).ok);
});

test('URLs: plain http can be switched off', () => {
  assert.ok(!checkUrl('http://example.com/', { ...strict, allowHttp: false }).ok);
  assert.ok(checkUrl('https://example.com/', { ...strict, allowHttp: false }).ok);
});

function refused(hosts: string[]) {
  for (const host of hosts) assert.ok(!checkUrl(`http://${host}/`, strict).ok, JSON.stringify(host));
}

/** Any address of a range, its first and last more often than chance. IPv6 ranges are written as eight groups. */
function within(range: string, version: 4 | 6): fc.Arbitrary<string> {
  const [base = '', prefix] = range.split('/');
  const [separator, radix, partBits, bits] = version === 4 ? ['.', 10, 8n, 32] : [':', 16, 16n, 128];
  const first = base.split(separator).reduce((sum, part) => (sum << partBits) | BigInt(Number.parseInt(part, radix)), 0n);
  const size = 1n << BigInt(bits - Number(prefix));
  const parts = Array.from({ length: bits / Number(partBits) }, (_, i) => BigInt(i) * partBits).reverse();
  const write = (value: bigint) =>
    parts.map((shift) => ((value >> shift) & ((1n << partBits) - 1n)).toString(radix)).join(separator);
  return fc.bigInt({ min: first, max: first + size - 1n }).map(write);
}
