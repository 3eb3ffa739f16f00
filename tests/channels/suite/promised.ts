import type { Environment, Line, Tenant } from '../environment.ts';
import type { Kind } from '../kinds.ts';
import type { Bench } from './bench.ts';

/** Where promises about the whole of Patchbay are tried: a channel of the kind, connected to an account of the sandbox. */
export type Setup = { environment: Environment; tenant: Tenant; line(): Promise<Line> };

/** What every adapter promises. Without `kinds` every adapter promises it. */
export type Promised = { name: string; kinds?: readonly Kind[]; keep(bench: Bench, setup: Setup): Promise<void> };
