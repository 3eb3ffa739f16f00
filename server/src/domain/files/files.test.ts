import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import { inTransaction } from '../../storage/context.ts';
import { givenApart } from '../../test-kit/given.ts';
import { cleanName } from './file.ts';
import {
  failFile,
  fillFile,
  findFile,
  openFile,
  publicUrl,
  readPublicId,
  receive,
  reserveFile,
  saveFile,
  storeFile,
} from './index.ts';
import { publicId } from './public-link.ts';
import { sniffType } from './sniff.ts';

const given = givenApart();

const utf16 = (text: string, mark = '\uFEFF') => Buffer.from(mark + text, 'utf16le');

test('the type is detected from the bytes', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const cases: [string, Buffer | string][] = [
    ['image/png', png],
    ['image/png', Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')])],
    ['image/gif', Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(20), Buffer.from('*/=1;alert(1)')])],
    ['application/pdf', '%PDF-1.7\n<html><script>alert(1)</script>'],
    ['text/html', '<!DOCTYPE html><p>hi'],
    ['text/html', '\uFEFF  <script>alert(1)</script>'],
    ['text/html', utf16('<html><body onload=alert(1)>')],
    ['text/html', utf16('<html><body onload=alert(1)>', '')],
    ['text/html', utf16('<html>').swap16()],
    ['text/html', `${'a '.repeat(5_000)}<iframe src=x>`],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/svg+xml', '<?xml version="1.0"?><!-- x --><svg onload="alert(1)"></svg>'],
    ['application/xhtml+xml', '<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml"/>'],
    ['application/xml', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>'],
    ['message/rfc822', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html'],
    ['text/javascript', 'alert(document.domain);'],
    ['text/javascript', 'export default class {}'],
    ['text/plain', 'Dear Ada,\n\n1 < 2 and 3 > 2.\n'],
    ['text/plain', 'name,phone\nAda,+15550001\n'],
    ['text/vcard', 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD\n'],
    ['application/octet-stream', Buffer.from([1, 2, 3, 0, 255, 0, 9, 8])],
  ];
  for (const [type, bytes] of cases) assert.equal(await sniffType(Buffer.from(bytes)), type, String(bytes).slice(0, 60));
});

test('type detection never throws', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      assert.match(await sniffType(Buffer.from(bytes)), /^[\w.+-]+\/[\w.+-]+(; codecs=\w+)?$/);
    }),
  ));

test('a name is one line of readable text and not a path', () => {
  assert.equal(cleanName('../../etc/passwd'), 'passwd');
  assert.equal(cleanName('C:\\boot.ini'), 'boot.ini');
  assert.equal(cleanName('a\r\nSet-Cookie: x=1.png'), 'aSet-Cookie: x=1.png');
  assert.equal(cleanName('gpj.\u202Eexe'), 'gpj.exe', 'what turns the reading direction is gone');
  assert.equal(cleanName('Grüße 🎉.pdf'), 'Grüße 🎉.pdf');
  for (const nothing of [undefined, '', '..', '.', '/', ' ', '\0']) assert.equal(cleanName(nothing), 'file');
  const long = cleanName(`${'x'.repeat(5_000)}.tar.gz`);
  assert.deepEqual([long.length, long.slice(-3)], [200, '.gz']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const name = cleanName(given);
      assert.ok(name.length > 0 && Array.from(name).length <= 200 && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name));
      assert.equal(cleanName(name), name);
    }),
  );
});

test('a public id names its tenant and token, and has one spelling', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uint8Array({ minLength: 26, maxLength: 26 }), (tenantId, token) => {
      const id = publicId({ tenantId, token: Buffer.from(token) });
      assert.deepEqual(readPublicId(id), { tenantId, token: Buffer.from(token) });
      for (const wrong of [`${id}A`, id.slice(1), `${id}=`, ` ${id}`, id.replace(/.$/, '+')])
        assert.equal(readPublicId(wrong), undefined);
    }),
  );
});

const bytesOf = (text: string) => [Buffer.from(text)] as unknown as AsyncIterable<Buffer>;
async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function read(opened: Awaited<ReturnType<typeof openFile>>): Promise<string> {
  return Buffer.concat(await (await opened.read()).toArray()).toString();
}

test('a reserved file can be referred to at once and filled later; a repetition changes nothing', async () => {
  const { app, tenant } = await given();
  const { ctx } = tenant;
  const file = await reserveFile(ctx, { name: 'voice.ogg', mimeType: 'audio/ogg', source: 'inbound' });
  assert.deepEqual([file.status, file.mimeType, file.sizeBytes], ['pending', 'audio/ogg', null]);
  await assert.rejects(openFile(ctx, app.files, file.id), hasKey('file_not_found'));
  await failFile(ctx, file.id, 'the provider was away');
  assert.deepEqual(await findFile(ctx, file.id).then((now) => [now?.status, now?.error]), ['failed', 'the provider was away']);
  const filled = await fillFile(ctx, app.files, file.id, chunks('<html>', 'hello'), 1_000);
  assert.deepEqual([filled?.status, filled?.mimeType, filled?.sizeBytes, filled?.error], ['ready', 'text/html', 11, null]);
  await fillFile(ctx, app.files, file.id, chunks('other'), 1_000);
  await failFile(ctx, file.id, 'too late');
  assert.equal(await read(await openFile(ctx, app.files, file.id)), '<html>hello');
  assert.equal(await fillFile(ctx, app.files, crypto.randomUUID(), chunks('gone'), 1_000), undefined);
  await noUnclaimed(app, ctx.tenantId);
});

test('a failed, too large or empty upload leaves neither a file nor bytes', async () => {
  const { app, tenant } = await given();
  const { ctx } = tenant;
  const store = (stream: AsyncIterable<Buffer>, maxBytes = 10) =>
    storeFile(ctx, app.files, { name: 'x', stream, maxBytes, source: 'upload' });
  async function* broken() {
    yield Buffer.alloc(5);
    throw new Error('the line was cut');
  }
  await assert.rejects(store(chunks('12345', '678901')), hasKey('payload_too_large'));
  await assert.rejects(store(chunks('')), hasKey('invalid_body_params'));
  await assert.rejects(store(chunks()), hasKey('invalid_body_params'));
  await assert.rejects(store(broken(), 1_000), /the line was cut/);
  assert.equal((await store(chunks('1234567890'))).sizeBytes, 10);
  await noUnclaimed(app, ctx.tenantId);
});

test('bytes that were not claimed in time cannot become a file', async () => {
  const { app, tenant, clock } = await given();
  const { ctx } = tenant;
  const received = await receive(ctx, app.files, { name: 'x', stream: chunks('late'), maxBytes: 10 });
  clock.advance(2 * 3_600_000); // the job that deletes unclaimed bytes is due now
  await noUnclaimed(app, ctx.tenantId);
  await assert.rejects(saveFile(ctx, received, 'upload'), /took too long/);
});

test('bytes are not received inside a transaction', async () => {
  const { app, tenant } = await given();
  const within = inTransaction(tenant.ctx, (ctx) =>
    storeFile(ctx, app.files, { name: 'x', stream: bytesOf('x'), maxBytes: 10, source: 'upload' }),
  );
  await assert.rejects(within, /outside transactions/);
});

test('two hundred concurrent first calls return one public URL', async () => {
  const { app, tenant } = await given();
  const file = await reserveFile(tenant.ctx, { source: 'inbound' });
  const urls = await Promise.all(Array.from({ length: 200 }, () => publicUrl(tenant.ctx, app.config, file.id)));
  assert.equal(new Set(urls).size, 1);
});

const hasKey = (key: string) => (error: unknown) => error instanceof Failure && error.key === key;

type App = Awaited<ReturnType<typeof given>>['app'];

async function unclaimed(app: App, tenantId: string): Promise<number> {
  const text = "select count(*)::int as n from jobs where tenant_id = $1 and name = 'delete_stored_file'";
  const { rows } = await app.database.asTenant<{ n: number }>({ tenantId, kind: 'read' }, { text, values: [tenantId] });
  return rows[0]?.n ?? 0;
}

/** The worker deletes unclaimed bytes within moments. */
async function noUnclaimed(app: App, tenantId: string): Promise<void> {
  for (let i = 0; i < 2_400 && (await unclaimed(app, tenantId)) > 0; i++) await wait(50);
  assert.equal(await unclaimed(app, tenantId), 0);
}
