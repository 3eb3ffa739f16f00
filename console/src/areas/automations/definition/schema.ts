import document from './definition.schema.json' with { type: 'json' };

/** The part of JSON schema that definitions use. */
export type Schema = {
  type?: string;
  const?: string;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
};

export type Field = { name: string; schema: Schema; isRequired: boolean };

const { trigger, steps } = document.properties as unknown as {
  trigger: { oneOf: Schema[] };
  steps: { items: { oneOf: Schema[] }; maxItems: number };
};

const byType = (schemas: readonly Schema[]): ReadonlyMap<string, Schema> =>
  new Map(schemas.map((schema) => [schema.properties?.type?.const ?? '', schema]));
const stepSchemas = byType(steps.items.oneOf);
const triggerSchemas = byType(trigger.oneOf);

/** The types in the order of the menu. */
export const stepTypes: readonly string[] = [...stepSchemas.keys()];
export const triggerTypes: readonly string[] = [...triggerSchemas.keys()];
export const MOST_STEPS = steps.maxItems;

export const fieldsIn = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));

const withoutHead = ({ name }: Field): boolean => name !== 'id' && name !== 'type';

/** The fields of a type of step, without `id` and `type`. */
export const fieldsOfStep = (type: string): Field[] => fieldsIn(stepSchemas.get(type) ?? {}).filter(withoutHead);

export const fieldsOfTrigger = (type: string): Field[] => fieldsIn(triggerSchemas.get(type)?.properties?.parameters ?? {});

const STEP_ID = stepSchemas.values().next().value?.properties?.id?.pattern ?? '';
export const isStepId = (text: string): boolean => new RegExp(STEP_ID).test(text);

/** Whether a field names a step. All such fields have the pattern of ids of steps. */
export const isTarget = ({ pattern }: Schema): boolean => pattern === STEP_ID;
