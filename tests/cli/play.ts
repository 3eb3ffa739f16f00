import type { Scene } from './scene.ts';
import type { World } from './environment.ts';

/** Plays a scene and answers what was wrong. One that cannot go on is broken too. */
export async function playScene(world: World, { play }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  await play(world, check).catch((error: unknown) =>
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return faults;
}
