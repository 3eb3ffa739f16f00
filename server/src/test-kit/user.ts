import assert from 'node:assert/strict';
import { scopes } from '../domain/tokens/index.ts';
import type { given, Reply } from './given.ts';

type Environment = Awaited<ReturnType<typeof given>>;
let counter = 0;

/** Creates a user of the first tenant with a token that has every scope of the role. Returns functions that call the API as this user. */
export async function createPerson({ post, call }: Pick<Environment, 'post' | 'call'>, fields: object = {}) {
  const email = `person${process.pid}.${++counter}@example.com`;
  const user = await post('/v3/users', { name: `Person ${counter}`, email, ...fields });
  assert.equal(user.status, 201, user.text);
  const { id, name }: { id: string; name: string } = user.body.data;
  const issued = await post('/v3/access_tokens', { name, scopes, userId: id });
  assert.equal(issued.status, 201, issued.text);
  const token: string = issued.body.data.accessToken;
  return {
    id,
    name,
    token,
    get: (path: string): Promise<Reply> => call('GET', path, token),
    post: (path: string, body: unknown = {}): Promise<Reply> => call('POST', path, token, body),
    put: (path: string, body: unknown): Promise<Reply> => call('PUT', path, token, body),
    del: (path: string): Promise<Reply> => call('DELETE', path, token),
  };
}
