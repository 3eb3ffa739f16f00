import type { ChannelDefinition } from '../channel-definition.ts';
import { type KnobName, type Knobs, knobTable } from './knobs.ts';

const names = Object.keys(knobTable) as KnobName[];

/** Channels without the knob `batch` put one update in a callback. */
const ALONE = { maxUpdates: 1, waitMs: 0 };

export function defaultKnobs(channel: ChannelDefinition, seed: number): Knobs {
  const knobs = Object.fromEntries(names.map((name) => [name, fallbackOf(channel, name)])) as Knobs;
  return { ...knobs, seed, ...(channel.knobs.includes('batch') ? {} : { batch: ALONE }) };
}

/** Returns the JSON schema of a change of knobs. Null sets a knob to its default. */
export function knobsSchema(channel: ChannelDefinition): Record<string, unknown> {
  const properties = Object.fromEntries(
    namesFor(channel).map((name) => [name, { anyOf: [knobTable[name].schema, { type: 'null' }] }]),
  );
  return { type: 'object', properties, additionalProperties: false };
}

/** Replaces knobs. Parts of a knob that are not given get their default. */
export function withChanges(channel: ChannelDefinition, knobs: Knobs, changes: Record<string, unknown>): Knobs {
  const changed = Object.entries(changes).map(([name, value]) => {
    const fallback = fallbackOf(channel, name as KnobName);
    return [name, value === null ? fallback : filledUp(value, fallback)];
  });
  return { ...knobs, ...Object.fromEntries(changed) };
}

/** Returns the knobs of an account with their values. */
export const shownKnobs = (channel: ChannelDefinition, knobs: Knobs) =>
  Object.fromEntries(namesFor(channel).map((name) => [name, knobs[name]]));

export const describeKnobs = (channel: ChannelDefinition) =>
  namesFor(channel).map((name) => ({ name, description: knobTable[name].about, default: fallbackOf(channel, name) }));

export const namesFor = (channel: ChannelDefinition): KnobName[] =>
  names.filter((name) => knobTable[name].isCommon || channel.knobs.includes(name));

function fallbackOf(channel: ChannelDefinition, name: KnobName): unknown {
  return structuredClone(channel.knobDefaults?.[name] ?? knobTable[name].fallback);
}

function filledUp(value: unknown, fallback: unknown): unknown {
  const both = [value, fallback].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  return both ? { ...(fallback as object), ...(value as object) } : value;
}
