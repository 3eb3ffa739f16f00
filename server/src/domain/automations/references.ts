import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { listAttributes, misfit, type Shape } from '../attributes/index.ts';
import { ownChannels } from '../channels/index.ts';
import { lockLabels } from '../labels/index.ts';
import { secretsIn, selectOwnSecrets } from '../secrets/index.ts';
import { findTemplate, type Template, variablesOf } from '../templates/index.ts';
import { activeUsers, lockTeams } from '../users/index.ts';
import { selectOwnAutomations } from './automations.store.ts';
import { checkDefinition } from './check.ts';
import type { Note } from './check-steps.ts';
import type { Definition, Step } from './definition.ts';
import { hasPlace } from './execution/render.ts';

/**
 * Refuses a definition with a mistake in it, or one that names what the tenant does not have; all mistakes at once. `ownId`
 * is the automation it will be a version of, where there is one already.
 */
export async function requireWhole(ctx: Ctx, definition: Definition, ownId?: string): Promise<void> {
  const invalidParams = { ...missing(definition, await lookUp(ctx, definition)), ...checkDefinition(definition, ownId) };
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

/** What the tenant has of all that a definition names, by ids in small letters and by the external ids of attributes. */
export type Known = {
  channels: ReadonlySet<string>;
  labels: ReadonlySet<string>;
  automations: ReadonlySet<string>;
  users: ReadonlySet<string>;
  teams: ReadonlySet<string>;
  attributes: ReadonlyMap<string, Shape>;
  templates: ReadonlyMap<string, Template>;
  /** By name. */
  secrets: ReadonlySet<string>;
};

async function lookUp(ctx: Ctx, definition: Definition): Promise<Known> {
  const named = mentions(definition);
  const ids = (kind: Mention['kind']): string[] => [
    ...new Set(named.filter((one) => one.kind === kind && isId(one.id)).map((one) => fold(one.id))),
  ];
  const some = <T>(kind: Mention['kind'], ask: (ctx: Ctx, ids: string[]) => Promise<T>, none: T): Promise<T> =>
    ids(kind).length === 0 ? Promise.resolve(none) : ask(ctx, ids(kind));
  const attributes = named.some(({ kind }) => kind === 'attribute') ? await listAttributes(ctx) : [];
  const templates = await Promise.all(ids('template').map((id) => findTemplate(ctx, id)));
  return {
    channels: await some('channel', ownChannels, new Set()),
    labels: await some('label', lockLabels, new Set()),
    automations: await some('automation', selectOwnAutomations, new Set()),
    users: await some('user', activeUsers, new Set()),
    teams: await some('team', lockTeams, new Set()),
    attributes: new Map(attributes.map((attribute) => [attribute.externalId, attribute])),
    secrets: await namedSecrets(ctx, named),
    templates: new Map(templates.flatMap((template) => (template ? [[template.id, template]] : []))),
  };
}

const namedSecrets = async (ctx: Ctx, named: Mention[]): Promise<ReadonlySet<string>> => {
  const names = [...new Set(named.filter(({ kind }) => kind === 'secret').map(({ id }) => id))];
  return names.length === 0 ? new Set() : selectOwnSecrets(ctx, names);
};

/** Everything a definition names that the tenant does not have, or has otherwise than the definition takes it. */
export function missing(definition: Definition, known: Known): InvalidParams {
  const mistakes: InvalidParams = {};
  const note: Note = (path, key, message) => {
    mistakes[path] ??= { key, message };
  };
  for (const { kind, id, path } of mentions(definition))
    if (!has(known, kind, id)) note(path, 'not_found', `There is no ${called[kind]}; ${mend[kind]}`);
  for (const [i, step] of definition.steps.entries()) {
    const noteHere: Note = (path, key, message) => note(`steps.${i}.${path}`, key, message);
    if (step.type === 'send_template') checkTemplate(noteHere, step, known.templates.get(fold(step.templateId)));
    if (step.type === 'set_attribute') checkValue(noteHere, step, known.attributes.get(step.externalId));
  }
  return mistakes;
}

type Mention = {
  kind: 'channel' | 'label' | 'automation' | 'user' | 'team' | 'attribute' | 'template' | 'secret';
  id: string;
  path: string;
};

const called: Record<Mention['kind'], string> = {
  channel: 'channel with this id',
  label: 'label with this id',
  automation: 'automation with this id',
  user: 'active user with this id',
  team: 'team with this id',
  attribute: 'attribute with this externalId',
  template: 'message template with this id',
  secret: 'secret of this name',
};

const mend: Record<Mention['kind'], string> = {
  channel: 'take one that a search of channels finds, or leave this out for every channel',
  label: 'make the label first, or take one that a search of labels finds',
  automation: 'make the other automation first, or take one that a search of automations finds',
  user: 'take one that a search of users finds, or null to take the chat from whoever has it',
  team: 'make the team first, or take one that a search of teams finds',
  attribute: 'make the attribute first, or name one that is there',
  template: 'write the template first, or take one that a search of message templates finds',
  secret: 'store it first with POST /v3/secrets',
};

function mentions({ trigger, steps }: Definition): Mention[] {
  const { parameters } = trigger;
  const inTrigger = (kind: Mention['kind'], name: string, id: string | undefined): Mention[] =>
    id === undefined ? [] : [{ kind, id, path: `trigger.parameters.${name}` }];
  return [
    ...inTrigger('channel', 'channelId', parameters.channelId),
    ...inTrigger('label', 'labelId', 'labelId' in parameters ? parameters.labelId : undefined),
    ...inTrigger('attribute', 'externalId', 'externalId' in parameters ? parameters.externalId : undefined),
    ...steps.flatMap((step, i) => inStep(step, `steps.${i}`)),
  ];
}

function inStep(step: Step, at: string): Mention[] {
  switch (step.type) {
    case 'add_label':
    case 'remove_label':
      return [{ kind: 'label', id: step.labelId, path: `${at}.labelId` }];
    case 'send_template':
      return [{ kind: 'template', id: step.templateId, path: `${at}.templateId` }];
    case 'set_attribute':
      return [{ kind: 'attribute', id: step.externalId, path: `${at}.externalId` }];
    case 'assign':
      return (['user', 'team'] as const).flatMap((kind) => {
        const id = step[`${kind}Id`];
        return typeof id === 'string' ? [{ kind, id, path: `${at}.${kind}Id` }] : [];
      });
    case 'http_request':
      return Object.entries(step.headers).flatMap(([name, value]) =>
        secretsIn(value).map((id) => ({ kind: 'secret' as const, id, path: `${at}.headers.${name}` })),
      );
    case 'run_automation':
      return [{ kind: 'automation', id: step.automationId, path: `${at}.automationId` }];
    default:
      return [];
  }
}

const fold = (id: string): string => id.toLowerCase();

function has(known: Known, kind: Mention['kind'], id: string): boolean {
  if (kind === 'attribute') return known.attributes.has(id);
  if (kind === 'secret') return known.secrets.has(id);
  return known[`${kind}s`].has(fold(id));
}

/** A value for each variable and none too many. What a value will hold is not known before a run. */
function checkTemplate(
  note: Note,
  { variables }: Extract<Step, { type: 'send_template' }>,
  template: Template | undefined,
): void {
  if (!template) return;
  if (template.header && template.header.kind !== 'text')
    note('templateId', 'custom', 'The header of this template is a file, which a step cannot give; take one without it');
  const wanted = variablesOf(template);
  for (const name of wanted) {
    if (!Object.hasOwn(variables, name))
      note(`variables.${name}`, 'required', `The template ${template.name} needs a value for ${name}; give one`);
    else if (variables[name]?.trim() === '')
      note(`variables.${name}`, 'too_small', 'Give at least one character, or a place such as {{contact.firstName|there}}');
  }
  const there = wanted.length === 0 ? 'it has none' : `it has ${wanted.join(', ')}`;
  for (const name of Object.keys(variables))
    if (!wanted.includes(name))
      note(`variables.${name}`, 'unrecognized_keys', `The template ${template.name} has no variable ${name}; ${there}`);
}

/** What stands there as it is must fit; what a place will hold is not known before a run. Null takes the value away. */
function checkValue(note: Note, { value }: Extract<Step, { type: 'set_attribute' }>, attribute: Shape | undefined): void {
  if (!attribute || value === null || (typeof value === 'string' && hasPlace(value))) return;
  const mistake = misfit(attribute, value);
  if (mistake) note('value', 'custom', mistake);
}
