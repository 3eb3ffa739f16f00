import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { startHistory } from '../../console/src/areas/automations/definition/history.ts';
import type { Draft } from '../../console/src/areas/automations/definition/types.ts';
import { noFaults, openBrowser, openWindow, signIn } from '../console/browser.ts';
import { type Environment, openEnvironment } from '../console/environment.ts';
import { openInstallation } from '../console/installation.ts';
import { type References, randomDefinition, storedForm } from './definitions.ts';
import { openAutomation, overlaps, perform, save } from './editor-page.ts';
import { type Operation, randomOperations } from './operations.ts';
import { randomFrom } from './random.ts';

export const SEED = Number(process.env.SEED ?? 96);
const PAGES = Number(process.env.PAGES ?? 3);
const OPERATIONS = Number(process.env.OPERATIONS ?? 5);
const SHOWN = 3;
const TEMPLATE = { name: 'hello', language: 'en', category: 'utility', body: { text: 'Hello!' } };

export type Figures = { definitions: number; operations: number; differences: number; overlaps: number; faults: number };

export async function runFlows(definitions: number, consoleDir?: string): Promise<Figures> {
  const installation = await openInstallation(consoleDir);
  const environment = await openEnvironment(installation, 'Flows');
  const person = await environment.createPerson('Ada Byron', 'admin');
  const references = await createReferences(environment);
  const browser = await openBrowser();
  const faults = noFaults();
  const figures: Figures = { definitions: 0, operations: 0, differences: 0, overlaps: 0, faults: 0 };
  let next = 0;
  const work = async () => {
    const page = await openWindow(browser, faults);
    page.on('dialog', (dialog) => void dialog.accept()); // a reload after a difference leaves changes that are not saved
    await signIn(page, environment, person);
    while (next < definitions) await runOne(page, environment, references, SEED + next++, figures);
  };
  await Promise.all(Array.from({ length: Math.min(PAGES, definitions) }, work));
  for (const fault of [...faults.consoleErrors, ...faults.policyViolations]) console.log(`  fault: ${fault}`);
  return { ...figures, faults: faults.consoleErrors.length + faults.policyViolations.length };
}

async function createReferences({ call, whatsapp }: Environment): Promise<References> {
  const label = await call('POST', '/v3/labels', { name: 'vip' });
  await call('POST', '/v3/attributes', { name: 'Size', externalId: 'size', type: 'text' });
  const template = await call('POST', '/v3/message_templates', { ...TEMPLATE, channelId: whatsapp.channelId });
  const other = await call('POST', '/v3/automations', {
    name: 'Other',
    trigger: { type: 'api' },
    steps: [{ id: 'done', type: 'end' }],
  });
  return {
    channelId: whatsapp.channelId,
    labelId: label.id ?? '',
    templateId: template.id ?? '',
    automationId: other.id ?? '',
  };
}

type Stored = { id: string; latestVersion: Draft };

async function runOne(page: Page, environment: Environment, given: References, seed: number, figures: Figures): Promise<void> {
  const random = randomFrom(seed);
  const draft = randomDefinition(random, given);
  const { id, latestVersion } = await environment.call<Stored>('POST', '/v3/automations', { name: `Flow ${seed}`, ...draft });
  const { trigger, steps, isSingle, layout } = latestVersion;
  const { operations, end } = randomOperations(random, startHistory({ trigger, steps, isSingle, layout }), OPERATIONS);
  const done: Operation[] = [];
  try {
    await openAutomation(page, id, steps.length + 1);
    figures.overlaps += await overlaps(page);
    for (const operation of operations) {
      await perform(page, operation);
      done.push(operation);
    }
    await save(page);
    compare(await environment.call<Stored>('GET', `/v3/automations/${id}`), end.present);
    await environment.call('DELETE', `/v3/automations/${id}`); // a plan has room for 1,000
  } catch (error) {
    figures.differences++;
    if (figures.differences <= SHOWN)
      console.log(
        `  difference: SEED=${seed} DEFINITIONS=1\n  ${String(error).slice(0, 1_500)}\n  ${JSON.stringify(done)} of ${JSON.stringify(operations)}`,
      );
    await page.reload();
  }
  figures.definitions++;
  figures.operations += done.length;
}

function compare({ latestVersion }: Stored, expected: Draft): void {
  const { trigger, steps, isSingle, layout } = latestVersion;
  const wanted = storedForm(expected);
  if (isDeepStrictEqual({ trigger, steps, isSingle, layout }, wanted && { ...wanted })) return;
  throw new Error(`stored ${JSON.stringify({ steps, layout })}, expected ${JSON.stringify(wanted)}`);
}

export const isKept = ({ definitions, differences, overlaps, faults }: Figures): boolean =>
  definitions > 0 && differences + overlaps + faults === 0;
