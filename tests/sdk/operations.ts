import type { Page } from 'playwright-core';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import type { Environment } from '../security/environment.ts';
import { makePerson } from '../security/fixtures.ts';
import { listenToLog } from './answered.ts';
import type { Sdk } from './bench.ts';
import { callsOf, readDocument } from './calls.ts';
import type { Outcome } from './perform.ts';
import { performAll } from './perform.ts';
import { type Verdict, verify } from './verify.ts';

/** Few at a time, so that the calls before a hanging page identify it. */
const CALLS_PER_VISIT = 15;

/** Calls every operation through the given SDK. */
export async function callInNode(
  environment: Environment,
  server: ServerProcess,
  sdk: Sdk,
): Promise<Verdict & { operations: number }> {
  const document = await readDocument();
  const log = listenToLog(server);
  const person = await makePerson(environment, 'noddy');
  const calls = await callsOf(document, server.baseUrl, person);
  const outcomes = await performAll(sdk, { token: person.userToken, baseUrl: server.baseUrl }, calls);
  return { operations: calls.length, ...(await verify(document, log, person.id, outcomes)) };
}

/** Calls every operation from a page of another origin, with the published files. */
export async function callInBrowser(environment: Environment, server: ServerProcess, page: Page): Promise<Verdict> {
  const document = await readDocument();
  const log = listenToLog(server);
  const person = await makePerson(environment, 'page');
  const calls = await callsOf(document, server.baseUrl, person);
  const access = { token: person.userToken, baseUrl: server.baseUrl };
  const outcomes: Outcome[] = [];
  for (let i = 0; i < calls.length; i += CALLS_PER_VISIT)
    outcomes.push(...(await inPage(page, access, calls.slice(i, i + CALLS_PER_VISIT))));
  return verify(document, log, person.id, outcomes);
}

/** The function is sent as text, with what it needs. */
const inPage = (page: Page, access: object, calls: object[]): Promise<Outcome[]> =>
  page.evaluate(
    `import('/sdk/index.js').then((sdk) => (${performAll})(sdk, ${JSON.stringify(access)}, ${JSON.stringify(calls)}))`,
  );
