import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { listAttributes, type Shape } from '../attributes/index.ts';
import { lockBusinessHours } from '../business-hours/index.ts';
import { ownChannels } from '../channels/index.ts';
import { lockLabels } from '../labels/index.ts';
import { selectOwnSecrets } from '../secrets/index.ts';
import { findTemplate, type Template } from '../templates/index.ts';
import { activeUsers, lockTeams } from '../users/index.ts';
import { selectOwnAutomations } from './automations.store.ts';
import { checkDefinition, collectErrors, reportInside } from './check.ts';
import type { Definition } from './definition.ts';
import { kindOf } from './steps/index.ts';

/**
 * Refuses a definition that is invalid or refers to something that the tenant does not have; reports all errors at once.
 * `automationId` is the automation that the definition belongs to, if it exists already.
 */
export async function requireValid(ctx: Ctx, definition: Definition, automationId?: string): Promise<void> {
  const known = await lookUp(ctx, definition);
  const invalidParams = { ...checkReferences(definition, known), ...checkDefinition(definition, automationId) };
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

/** A thing that a trigger or a step refers to. */
export type Reference = {
  kind: 'channel' | 'label' | 'automation' | 'user' | 'team' | 'attribute' | 'template' | 'secret' | 'businessHour';
  /** The id; for attributes the external id, for secrets the name. */
  id: string;
  path: string;
};

/** What the tenant has of the things that a definition refers to. Ids are in lower case. */
export type Known = {
  channels: ReadonlySet<string>;
  labels: ReadonlySet<string>;
  automations: ReadonlySet<string>;
  users: ReadonlySet<string>;
  teams: ReadonlySet<string>;
  businessHours: ReadonlySet<string>;
  /** By external id. */
  attributes: ReadonlyMap<string, Shape>;
  templates: ReadonlyMap<string, Template>;
  /** By name. */
  secrets: ReadonlySet<string>;
};

async function lookUp(ctx: Ctx, definition: Definition): Promise<Known> {
  const references = referencesOf(definition);
  const ids = (kind: Reference['kind']): string[] => [
    ...new Set(references.filter((one) => one.kind === kind && isId(one.id)).map(({ id }) => id.toLowerCase())),
  ];
  const select = <T>(kind: Reference['kind'], query: (ctx: Ctx, ids: string[]) => Promise<T>, none: T): Promise<T> =>
    ids(kind).length === 0 ? Promise.resolve(none) : query(ctx, ids(kind));
  const attributes = references.some(({ kind }) => kind === 'attribute') ? await listAttributes(ctx) : [];
  const templates = await Promise.all(ids('template').map((id) => findTemplate(ctx, id)));
  return {
    channels: await select('channel', ownChannels, new Set()),
    labels: await select('label', lockLabels, new Set()),
    automations: await select('automation', selectOwnAutomations, new Set()),
    users: await select('user', activeUsers, new Set()),
    teams: await select('team', lockTeams, new Set()),
    businessHours: await select('businessHour', lockBusinessHours, new Set()),
    attributes: new Map(attributes.map((attribute) => [attribute.externalId, attribute])),
    secrets: await knownSecrets(ctx, references),
    templates: new Map(templates.flatMap((template) => (template ? [[template.id, template]] : []))),
  };
}

const knownSecrets = async (ctx: Ctx, references: Reference[]): Promise<ReadonlySet<string>> => {
  const names = [...new Set(references.filter(({ kind }) => kind === 'secret').map(({ id }) => id))];
  return names.length === 0 ? new Set() : selectOwnSecrets(ctx, names);
};

/** Returns an error for each reference that the tenant does not have, or that does not fit its step. */
export function checkReferences(definition: Definition, known: Known): InvalidParams {
  const { errors, report } = collectErrors();
  for (const reference of referencesOf(definition))
    if (!exists(known, reference)) report(reference.path, 'not_found', notFound[reference.kind]);
  for (const [i, step] of definition.steps.entries())
    kindOf(step).checkReferences?.(reportInside(report, `steps.${i}`), step, known);
  return errors;
}

const notFound: Record<Reference['kind'], string> = {
  channel: 'There is no channel with this id; use one that a search of channels finds, or leave this out for every channel',
  label: 'There is no label with this id; create the label first, or use one that a search of labels finds',
  automation:
    'There is no automation with this id; create the other automation first, or use one that a search of automations finds',
  user: 'There is no active user with this id; use one that a search of users finds, or null to remove the assignment',
  team: 'There is no team with this id; create the team first, or use one that a search of teams finds',
  attribute: 'There is no attribute with this externalId; create the attribute first, or use an existing one',
  template:
    'There is no message template with this id; create the template first, or use one that a search of message templates finds',
  businessHour: 'There are no business hours with this id; create them first, or use some that a search of business hours finds',
  secret: 'There is no secret with this name; store it first with POST /v3/secrets',
};

function referencesOf({ trigger, steps }: Definition): Reference[] {
  const { parameters } = trigger;
  const inTrigger = (kind: Reference['kind'], name: string, id: string | undefined): Reference[] =>
    id === undefined ? [] : [{ kind, id, path: `trigger.parameters.${name}` }];
  return [
    ...inTrigger('channel', 'channelId', parameters.channelId),
    ...inTrigger('label', 'labelId', 'labelId' in parameters ? parameters.labelId : undefined),
    ...inTrigger('attribute', 'externalId', 'externalId' in parameters ? parameters.externalId : undefined),
    ...steps.flatMap((step, i) =>
      (kindOf(step).references?.(step) ?? []).map((one) => ({ ...one, path: `steps.${i}.${one.path}` })),
    ),
  ];
}

function exists(known: Known, { kind, id }: Reference): boolean {
  if (kind === 'attribute') return known.attributes.has(id);
  if (kind === 'secret') return known.secrets.has(id);
  return known[`${kind}s`].has(id.toLowerCase());
}
