import { scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { brokenCopy, type Environment, startEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { patience } from './patience.ts';
import { playScene } from './play.ts';
import { scenes } from './scenes/index.ts';

const SHORTER_MS = 20_000;

/** Runs each mutant with the scene that must catch it. The unchanged source must pass the same scenes first. */
export async function testMutants(): Promise<boolean> {
  const startedAt = Date.now();
  const environment = await startEnvironment();
  const wanted = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let untouchedKept = true;
  for (const scene of new Set(wanted.map(({ scene }) => scene))) {
    const faults = await scoped(() => play(environment, scene));
    console.log(`unchanged (${scene}): ${faults.join('; ') || 'kept'}`);
    untouchedKept &&= faults.length === 0;
  }
  patience.stillForMs = SHORTER_MS;
  let caught = 0;
  for (const { name, scene, red, replacements } of wanted) {
    const faults = await scoped(async () => play({ ...environment, bin: await brokenCopy(replacements) }, scene));
    const fault = faults.find((one) => red.test(one));
    if (fault !== undefined) caught++;
    console.log(
      `${fault === undefined ? 'MISSED' : 'caught'}: ${name}: ${firstLine(fault ?? faults[0] ?? 'nothing turned red')}`,
    );
  }
  printFigures({ planted: wanted.length, caught, untouchedKept, seconds: Math.round((Date.now() - startedAt) / 1000) });
  return untouchedKept && wanted.length > 0 && caught === wanted.length;
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200);

/** Finds a scene by the start of its name. Throws if there is none. */
function play(environment: Environment, beginning: string): Promise<string[]> {
  const [scene, ...more] = scenes.filter(({ name }) => name.startsWith(beginning));
  if (!scene || more.length > 0) throw new Error(`${beginning} names ${scene ? 'several scenes' : 'no scene'}`);
  return playScene(environment, scene);
}
