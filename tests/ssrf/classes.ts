import fc from 'fast-check';
import { checkUrl, isPublicAddress } from '../../server/src/platform/address-guard.ts';
import { v4InsideV6, v4Spellings, v6Spellings } from './spellings.ts';

const CASES = 512;

/** A second list, from the registries of special-purpose addresses, independent of the guard. */
const V4_CLASSES = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/);
const V6_CLASSES = `::/8 100::/64 64:ff9b:1::/48 2001::/32 2001:2::/48 2001:10::/28 2001:20::/28 2001:db8::/32 2002::/16 3fff::/20
  5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 4000::/3 8000::/1`.split(/\s+/);
/** Public allocations of the regional registries. */
const V4_PUBLIC = '8.0.0.0/8 23.32.0.0/11 52.0.0.0/10 93.184.0.0/16 104.16.0.0/12 185.0.0.0/9 203.0.114.0/23'.split(' ');
const V6_PUBLIC = '2003::/16 2400:cb00::/32 2606:4700::/32 2620:0:860::/46 2800::/12 2a00::/12 2c00::/12'.split(' ');

type Range = { first: bigint; hostBits: number };
type Holds = (address: string) => boolean;

/** Random addresses of every class in random spellings: forbidden ones are refused, public ones are not. */
export function tryClasses(): { classes: number; cases: number; complaints: string[] } {
  const complaints: string[] = [];
  let classes = 0;
  let cases = 0;
  const hold = (name: string, members: fc.Arbitrary<string>, holds: Holds) => {
    const result = fc.check(
      fc.property(members, (address) => holds(address)),
      { numRuns: CASES },
    );
    classes++;
    cases += result.numRuns;
    if (result.failed) complaints.push(`${name}: ${String(result.counterexample)}`);
  };
  for (const cidr of V4_CLASSES) {
    hold(`class ${cidr}`, members(v4Range(cidr), toV4), isForbiddenV4);
    hold(`class ${cidr} inside IPv6`, members(v4Range(cidr), toV4), (address) => v4InsideV6(address).every(isRefused));
  }
  for (const cidr of V6_CLASSES) hold(`class ${cidr}`, members(v6Range(cidr), toV6), isForbiddenV6);
  for (const cidr of V4_PUBLIC) hold(`class ${cidr}`, members(v4Range(cidr), toV4), isAllowed);
  for (const cidr of V6_PUBLIC)
    hold(`class ${cidr}`, members(v6Range(cidr), toV6), (address) => isTunnel(address) || isAllowed(address));
  return { classes, cases, complaints };
}

const isRefused = (host: string): boolean => !checkUrl(`https://${host}/`, { allowPrivate: false }).ok;
const isForbiddenV4: Holds = (address) => !isPublicAddress(address) && v4Spellings(address).every(isRefused);
const isForbiddenV6: Holds = (address) => !isPublicAddress(address) && v6Spellings(address).every(isRefused);
const isAllowed: Holds = (address) => isPublicAddress(address) && !isRefused(address.includes(':') ? `[${address}]` : address);
/** ISATAP: decided by the IPv4 address at its end. */
const isTunnel = (address: string): boolean => /:0?2?0?0?:5efe:/.test(address);

const members = ({ first, hostBits }: Range, write: (value: bigint) => string): fc.Arbitrary<string> =>
  fc.bigInt(0n, 2n ** BigInt(hostBits) - 1n).map((host) => write(first + host));

function v4Range(cidr: string): Range {
  const [address = '', length] = cidr.split('/');
  return { first: address.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n), hostBits: 32 - Number(length) };
}

function v6Range(cidr: string): Range {
  const [address = '', length] = cidr.split('/');
  const [head = '', tail = ''] = address.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groupsOf(head).length - groupsOf(tail).length;
  const groups = [...groupsOf(head), ...Array<string>(missing).fill('0'), ...groupsOf(tail)];
  return { first: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), hostBits: 128 - Number(length) };
}

const toV4 = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
const toV6 = (value: bigint): string =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(16 * (7 - i))) & 65_535n).toString(16)).join(':');
