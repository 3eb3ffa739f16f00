import type { Environment } from './environment.ts';
import type { Scene } from './scene.ts';

/** Runs a scene and returns its failures. A scene that throws fails too. */
export async function playScene(environment: Environment, { play }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  await play(environment, check).catch((error: unknown) =>
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return faults;
}
