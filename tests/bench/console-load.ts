import { get, type IncomingMessage } from 'node:http';
import { openChat, openInbox, type Scene } from './console-scene.ts';
import { chatIdOf } from './console-seed.ts';

export type FirstLoad = { kb: number; files: number };

/** Measures the script files that a browser loads until the inbox with an open chat can be used, as the server sends them with gzip. */
export async function measureLoad(scene: Scene): Promise<FirstLoad> {
  const page = await openInbox(scene, { isIdle: false });
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await openChat(page, scene, chatIdOf(1)); // a new document: every script is requested again, from the cache or not
  await page.close();
  let bytes = 0;
  for (const url of scripts) bytes += await compressedSize(url);
  return { kb: bytes / 1_000, files: scripts.size };
}

/** Returns the bytes of the body as they are sent. */
async function compressedSize(url: string): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200 || response.headers['content-encoding'] !== 'gzip')
    throw new Error(`${url} answers ${response.statusCode} with encoding ${response.headers['content-encoding']}`);
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}
