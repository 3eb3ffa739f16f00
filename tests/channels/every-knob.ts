import { atEnd } from '../chaos/endings.ts';
import { startReceiver } from '../conformance/receiver.ts';
import { mapParallel, send } from '../security/client.ts';
import type { Environment } from './environment.ts';
import type { Kind } from './kinds.ts';
import { mediaScenes } from './knobs/media.ts';
import { paceScene } from './knobs/pace.ts';
import { peopleScenes } from './knobs/people.ts';
import { sendingScenes } from './knobs/sending.ts';
import { type Listener, openStage, type Scene } from './knobs/stage.ts';
import { statusScenes } from './knobs/statuses.ts';
import { templateScenes } from './knobs/templates.ts';
import { windowScenes } from './knobs/windows.ts';
import type { Result } from './result.ts';

const AT_ONCE = 12;
/** Changes when the phone's own page sends, not what Patchbay does with it: sandbox/src/control/control.test.ts has it. */
const OF_THE_PHONE = /\.inboundDelayMs$/;
/** Runs only the scenes with this in their name. */
const { SCENE = '' } = process.env;
/** Those that mostly wait come first. */
const scenes = [...windowScenes, ...sendingScenes, ...statusScenes, ...mediaScenes, ...peopleScenes, ...templateScenes];

/** Every knob of every kind is turned, and Patchbay does what it should: seen over its API and its webhooks only. */
export async function everyKnob(environment: Environment): Promise<Result> {
  const listener = await listen(environment);
  const wanted = scenes
    .filter(({ name }) => name.includes(SCENE))
    .flatMap((scene) => scene.kinds.map((kind) => ({ scene, kind })));
  const played = await mapParallel(wanted, AT_ONCE, ({ scene, kind }) => play(scene, kind, listener));
  const served = (await servedKnobs(environment)).filter((name) => !OF_THE_PHONE.test(name));
  const turned = new Set(played.flatMap((one) => [...one.turned]));
  const missing = served.filter((name) => !turned.has(name));
  if (missing.length > 0) console.log(`  never turned: ${missing.join(', ')}`);
  const good = played.filter(({ isGood }) => isGood).length;
  return {
    isKept: good === played.length && missing.length === 0,
    figures: `scenes=${played.length} played=${good} knobs=${served.length} turned=${served.length - missing.length}`,
  };
}

/** The pace of sends is measured when nothing else happens: those that had to wait for a busy machine come in heaps. */
export async function quietPace(environment: Environment): Promise<Result> {
  const { isGood } = await play(paceScene, 'whatsapp', await listen(environment));
  return { isKept: isGood, figures: `pace=${isGood ? 'kept' : 'broken'}` };
}

/** A tenant with a webhook for all events. */
export async function listen(environment: Environment): Promise<Listener> {
  const receiver = await startReceiver();
  atEnd(receiver.close);
  const tenant = await environment.newTenant();
  const inbox = receiver.inbox();
  await tenant.api.post('/v3/api_webhooks', { url: inbox.url, events: [{}] });
  return { tenant, inbox };
}

async function play(scene: Scene, kind: Kind, listener: Listener): Promise<{ isGood: boolean; turned: Set<string> }> {
  try {
    const stage = await openStage(kind, listener, scene.channel);
    await scene.play(stage);
    return { isGood: true, turned: stage.turned };
  } catch (error) {
    console.log(`  BROKEN: ${kind}: ${scene.name}: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 800)}`);
    return { isGood: false, turned: new Set() };
  }
}

/** As the sandbox itself lists them, so that a new knob cannot be forgotten here. */
async function servedKnobs({ sandbox }: Environment): Promise<string[]> {
  const { text } = await send(sandbox.url, { method: 'GET', path: '/_sandbox/knobs' });
  const byKind = JSON.parse(text) as Record<string, { name: string }[]>;
  return Object.entries(byKind).flatMap(([kind, knobs]) => knobs.map(({ name }) => `${kind}.${name}`));
}
