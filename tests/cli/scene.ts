import type { World } from './environment.ts';

/** Says what is not as it should be. A scene without complaints is kept. */
export type Check = (holds: boolean, fault: string) => void;
export type Scene = { name: string; play(world: World, check: Check): Promise<void> };
