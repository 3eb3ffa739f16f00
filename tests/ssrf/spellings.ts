/** Hosts in URLs that all mean one IPv4 address. Some are obsolete: those must fail too. */
export function v4Spellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (byte: number) => `0${byte.toString(8)}`;
  const hex = (byte: number) => `0x${byte.toString(16)}`;
  return [
    address,
    `${address}.`,
    `${whole}`,
    `${whole}.`,
    hex(whole),
    hex(whole).toUpperCase(),
    octal(whole),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `0000${byte.toString(8)}`).join('.'),
    bytes.map(hex).join('.'),
    bytes.map((byte) => `0X${byte.toString(16).padStart(4, '0').toUpperCase()}`).join('.'),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal((b * 256 + c) * 256 + d)}`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    address.replaceAll('.', '%2e'),
    digits(address, 0xff10),
    digits(address, 0x1d7ce),
    digits(address, 0x1d7f6),
    address.replace(/[0-9]/g, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(digit))),
    address.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))),
    digits(`${whole}`, 0xff10),
    percent(address),
    `${address.slice(0, 2)}\t${address.slice(2)}`,
    `${address.slice(0, -1)}\r\n${address.slice(-1)}`,
    `${address}\u00ad`,
  ];
}

/** IPv6 addresses, in brackets, that translate to this IPv4 address. */
export function v4InsideV6(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
  const inside = groups.join(':');
  const long = groups.map((group) => group.padStart(4, '0')).join(':');
  const inverted = [a * 256 + b, c * 256 + d].map((group) => (group ^ 0xffff).toString(16)).join(':');
  return [
    `::ffff:${address}`,
    `::ffff:${inside}`,
    `::FFFF:${inside.toUpperCase()}`,
    `0:0:0:0:0:ffff:${address}`,
    `0000:0000:0000:0000:0000:ffff:${long}`,
    `::${address}`,
    `::${inside}`,
    `::ffff:0:${address}`,
    `::ffff:0:${inside}`,
    `::5efe:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${inside}`,
    `0064:FF9B:0:0:0:0:${long}`,
    `64:ff9b:1::${address}`,
    `2002:${inside}::`,
    `2002:${inside}::1`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
    `2001:470:1:2:0:5efe:${address}`,
    `2a01:4f8::200:5efe:${inside}`,
    `fe80::5efe:${address}`,
  ].map((text) => `[${text}]`);
}

/** IPv6 spellings in brackets: plain, in capitals, padded, shortened, and with the last two groups as IPv4. */
export function v6Spellings(address: string): string[] {
  const groups = address.split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  const padded = groups.map((group) => group.padStart(4, '0')).join(':');
  const short = address.replace(/(^|:)0(:0)+(:|$)/, '::');
  const tail = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return [address, address.toUpperCase(), padded, padded.toUpperCase(), short, `${groups.slice(0, 6).join(':')}:${tail}`].map(
    (text) => `[${text}]`,
  );
}

const digits = (text: string, zero: number): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const percent = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');
