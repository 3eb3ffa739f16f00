import assert from 'node:assert/strict';
import type { Behaviour } from '../bench.ts';

const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
const read = async (response: Response) => new Uint8Array(await response.arrayBuffer());

export const files: Behaviour[] = [
  {
    name: 'what is uploaded comes back byte for byte: bytes, a buffer, a Blob, a File, text',
    async check({ client, sdk }) {
      const patchbay = client();
      for (const content of [bytes, bytes.buffer, new Blob([bytes]), new File([bytes], 'named.bin')]) {
        const file = await patchbay.files.upload({ content, name: 'Angebot “März”.bin' });
        assert.equal(file.name, 'Angebot “März”.bin');
        assert.deepEqual(await read(await patchbay.files.download(file.id)), bytes);
      }
      const named = await patchbay.files.upload({ content: new File(['text'], 'named.txt') });
      assert.equal(named.name, 'named.txt');
      const text = await patchbay.files.upload({ content: 'Grüße', name: 'text.txt' });
      const response = await patchbay.files.download(text.id);
      assert.equal(await response.text(), 'Grüße');
      assert.equal(sdk.responseOf(response)?.status, 200);
      await assert.rejects(async () => patchbay.files.upload({ content: bytes }), TypeError);
    },
  },
  {
    name: 'a part of a file can be read, and a missing file is a typed error',
    async check({ client, sdk }) {
      const patchbay = client();
      const file = await patchbay.files.upload({ content: bytes, name: 'part.bin' });
      const middle = await patchbay.files.download(file.id, { from: 10, to: 19 });
      assert.equal(middle.status, 206);
      assert.deepEqual(await read(middle), bytes.slice(10, 20));
      assert.deepEqual(await read(await patchbay.files.download(file.id, { from: 990 })), bytes.slice(990));
      assert.deepEqual(await read(await patchbay.files.download(file.id, { to: 4 })), bytes.slice(0, 5));
      const beyond = await patchbay.files.download(file.id, { from: 5_000 }).catch((error: unknown) => error);
      assert.ok(beyond instanceof sdk.PatchbayError && beyond.is('range_not_satisfiable'));
      await assert.rejects(patchbay.files.download('nothing'), sdk.NotFoundError);
    },
  },
];
