import type { Page } from 'playwright-core';
import { until } from '../console/expect.ts';
import { inPage, openInbox, type Scene } from './console-scene.ts';

export type GraphTimes = { drag: number[]; type: number[] };

export const GRAPH_STEPS = 300;
const WITHIN_MS = 60_000;
/** The first ones compile code and fill caches. */
const WARM_UP = 8;
const GRIP_PX = 20;

/** Measures the editor with 300 steps: a box that follows the pointer, and letters typed in a form. */
export async function measureGraph(scene: Scene, samples: number): Promise<GraphTimes> {
  const { id } = await scene.environment.call('POST', '/v3/automations', {
    name: 'Large',
    trigger: { type: 'api' },
    steps: largeSteps(),
  });
  const page = await openInbox(scene);
  await page.goto(`${scene.environment.apiUrl}/console/automations/${id}`);
  await until(() => inPage<boolean>(page, "hasBox('ask_0')"), 'the graph is drawn', WITHIN_MS);
  const drag = await dragBox(page, samples);
  const type = await typeText(page, samples);
  await page.context().close();
  return { drag, type };
}

/** Questions in a tree: each reply leads on to two others. */
const largeSteps = (): object[] =>
  Array.from({ length: GRAPH_STEPS }, (_, index) => ({
    id: `ask_${index}`,
    type: 'ask',
    text: `Question ${index}`,
    saveAs: 'answer',
    timeoutSeconds: 60,
    ...(index * 2 + 1 < GRAPH_STEPS && { onReply: `ask_${index * 2 + 1}` }),
    ...(index * 2 + 2 < GRAPH_STEPS && { onTimeout: `ask_${index * 2 + 2}` }),
  }));

/** Moves the box with the mouse of the browser, so that a time also has the way of the event through the browser. */
async function dragBox(page: Page, samples: number): Promise<number[]> {
  const box = page.locator('.react-flow__node[data-id="ask_0"]');
  const { x, y } = (await box.boundingBox()) ?? { x: 0, y: 0 };
  const at = { x: x + GRIP_PX, y: y + GRIP_PX };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + GRIP_PX, at.y);
  const times: number[] = [];
  for (let n = 1; n <= samples + WARM_UP; n++) {
    await inPage(page, "watchDrag('ask_0')");
    await page.mouse.move(at.x + (n % 2 === 0 ? GRIP_PX : -GRIP_PX), at.y + n);
    times.push(await inPage<number>(page, 'dragTime()'));
  }
  await page.mouse.up();
  return times.slice(WARM_UP);
}

async function typeText(page: Page, samples: number): Promise<number[]> {
  await page.locator('.react-flow__node[data-id="ask_0"]').click();
  await until(() => inPage<boolean>(page, 'hasForm()'), 'the form is open', WITHIN_MS);
  const times: number[] = [];
  for (let n = 0; n < samples + WARM_UP; n++)
    times.push(await inPage<number>(page, `typeInForm('ask_0', '${'abcdefgh '[n % 9]}')`));
  return times.slice(WARM_UP);
}
