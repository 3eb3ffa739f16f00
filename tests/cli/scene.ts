import type { Environment } from './environment.ts';

/** Reports a failure. A scene without failures passes. */
export type Check = (holds: boolean, fault: string) => void;
export type Scene = { name: string; play(environment: Environment, check: Check): Promise<void> };
