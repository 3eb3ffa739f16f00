import type { ChannelDefinition } from './channel-definition.ts';
import * as definitions from './definitions.ts';
import type { Kind } from './environment.ts';

export const channels: Readonly<Record<Kind, ChannelDefinition>> = { ...definitions };
export const kinds = Object.keys(channels) as Kind[];

/** The HTTP APIs that the sandbox imitates, each once. */
export const providerApis = [...new Set(kinds.flatMap((kind) => channels[kind].api ?? []))];
