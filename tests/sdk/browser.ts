import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const NEED = fileURLToPath(new URL('../../scripts/need.sh', import.meta.url));
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The first start on a busy machine is slow. */
const STARTS_WITHIN_MS = 180_000;

export type Site = { origin: string; close(): Promise<void> };

/** Serves a page of another origin than the API, with the built SDK. */
export async function startSite(dist: string): Promise<Site> {
  const server = createServer((request, response) => void serve(dist, normalize(request.url ?? '/'), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(dist: string, path: string, response: ServerResponse): Promise<void> {
  if (!path.startsWith('/sdk/'))
    return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>SDK</title>');
  const text = await readFile(join(dist, path.slice('/sdk'.length)), 'utf8').catch(() => undefined);
  response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/javascript' }).end(text);
}

/** Starts a real browser with a temporary profile. */
export async function inBrowser<T>({ origin }: Site, work: (page: Page) => Promise<T>): Promise<T> {
  execFileSync('bash', [NEED, 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const profile = await mkdtemp(join(tmpdir(), 'patchbay-browser-'));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: '/usr/bin/chromium',
      args: ARGS,
      timeout: STARTS_WITHIN_MS,
    });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(STARTS_WITHIN_MS);
      page.on('pageerror', (error) => console.error(`in the page: ${error.message}`));
      await page.goto(origin);
      return await work(page);
    } finally {
      await context.close();
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
