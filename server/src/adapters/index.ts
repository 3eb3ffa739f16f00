import type { ChannelType } from '../registry/channels.ts';
import type { Adapter } from './adapter.ts';
import * as implementations from './implementations.ts';

export const adapters: Readonly<Record<ChannelType, Adapter>> = { ...implementations };
