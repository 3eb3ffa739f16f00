import * as definitions from '../adapters/definitions.ts';
import type { ChannelDefinition } from './channel-definition.ts';

/** Derived from the one list of channels, adapters/definitions.ts. */
export type ChannelType = keyof typeof definitions;
type HandleTypeOf<Definition> = Definition extends ChannelDefinition<infer HandleType> ? HandleType : never;
/** `external` is an address that no channel reaches, such as a customer number. */
export type HandleType = HandleTypeOf<(typeof definitions)[ChannelType]> | 'external';

export const channelDefinitions: Readonly<Record<ChannelType, ChannelDefinition<HandleType>>> = { ...definitions };

/** The paths below SANDBOX_URL that sandbox tenants may call. */
export const sandboxPaths = [...new Set(Object.values(channelDefinitions).flatMap(({ sandboxPath }) => sandboxPath ?? []))];

export const channelTypes = Object.keys(channelDefinitions) as [ChannelType, ...ChannelType[]];
const reached = new Set(Object.values(channelDefinitions).flatMap(({ reaches }) => reaches));
export const handleTypes: readonly HandleType[] = [...reached, 'external'];
