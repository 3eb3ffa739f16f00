import type { Account, Environment } from '../environment.ts';
import { text } from '../json-schemas.ts';
import type { Template } from '../meta/templates.ts';
import { templatesOf } from '../meta/templates.ts';
import type { Line } from '../people.ts';

/** What an account had before the sandbox was restarted. */
export type Restored = {
  people?: { address: string; name?: string; lastInboundAtMs?: number | null; lines?: Line[] }[];
  /** Templates of a WhatsApp business account, in the form of the Graph API. */
  templates?: Template[];
};

const list = (items: object) => ({ type: 'array', maxItems: 1000, items });

export const restoreSchema = {
  type: 'object',
  properties: {
    people: list({
      type: 'object',
      properties: {
        address: text,
        name: { type: 'string' },
        lastInboundAtMs: { type: ['number', 'null'] },
        lines: list({ type: 'object' }),
      },
      required: ['address'],
      additionalProperties: false,
    }),
    templates: list({ type: 'object' }),
  },
  additionalProperties: false,
};

/** Gives people their messages and windows back, and templates their reviews. Posts no callbacks. */
export function restore(environment: Environment, account: Account, { people = [], templates = [] }: Restored) {
  for (const { address, name, lastInboundAtMs, lines = [] } of people) {
    const person = account.people.meet(address);
    person.name = name ?? person.name;
    person.lastInboundAtMs = lastInboundAtMs ?? person.lastInboundAtMs;
    person.lines = lines.slice(-50);
  }
  const { wabaId } = account.spec as { wabaId?: string };
  if (wabaId !== undefined) environment.templates.set(wabaId, [...templatesNotIn(environment, wabaId, templates), ...templates]);
  return { people: people.length, templates: templates.length };
}

const templatesNotIn = (environment: Environment, wabaId: string, given: Template[]): Template[] =>
  templatesOf(environment, wabaId).filter(
    ({ name, language }) => !given.some((one) => one.name === name && one.language === language),
  );
