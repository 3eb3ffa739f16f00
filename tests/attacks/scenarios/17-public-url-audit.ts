import assert from 'node:assert/strict';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

/** Somebody publishes a file to the whole internet; the audit log must say who. */
export const scenario: Scenario = {
  entry: 17,
  title: 'creating a file’s public URL leaves one audit entry, without the URL',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const { token } = await environment.tenant();
    const ask = async (method: string, path: string, rest: { body?: unknown; form?: string } = {}) =>
      JSON.parse((await send(baseUrl, { method, path, token, ...rest })).text);
    const form = '--form\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nprivate\r\n--form--\r\n';
    const { data: file } = await ask('POST', '/v3/files', { form });
    const { data } = await ask('GET', `/v3/files/${file.id}/public_url`);
    await ask('GET', `/v3/files/${file.id}/public_url`); // reading it again changes nothing
    const query = `and(eq(resourceId,"${file.id}"),ne(operationId,"createFile"))`;
    const { data: entries } = await ask('POST', '/v3/audit_log/search', { body: { query } });
    assert.equal(entries.length, 1, `${entries.length} audit entries for a file that was made public`);
    assert.equal(entries[0].operationId, 'getFilePublicUrl');
    assert.ok(!JSON.stringify(entries).includes(data.publicUrl.split('/').at(-1)), 'the entry holds the URL, which is a secret');
  },
};
