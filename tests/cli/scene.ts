import type { Environment } from './environment.ts';

/** Says what is not as it should be. A scene without complaints is kept. */
export type Check = (holds: boolean, fault: string) => void;
export type Scene = { name: string; play(environment: Environment, check: Check): Promise<void> };
