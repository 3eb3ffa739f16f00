import type { Environment } from './environment.ts';
import type { Scene } from './scene.ts';

/** Plays a scene and answers what was wrong. One that cannot go on is broken too. */
export async function playScene(environment: Environment, { play }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  await play(environment, check).catch((error: unknown) =>
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return faults;
}
