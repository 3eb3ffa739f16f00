import { type Comparison, type Filter, type Literal, parseFilter, printFilter } from './grammar.ts';

/** What a chip of the query builder says about a field. */
export const operators = [
  'is',
  'isNot',
  'isOneOf',
  'isNoneOf',
  'contains',
  'doesNotContain',
  'startsWith',
  'atLeast',
  'atMost',
  'moreThan',
  'lessThan',
  'isEmpty',
  'isNotEmpty',
] as const;
export type Operator = (typeof operators)[number];

/** One chip. `values` has one entry, any number for `isOneOf` and `isNoneOf`, and none for `isEmpty` and `isNotEmpty`. */
export type Condition = { field: string; operator: Operator; values: Literal[] };

/** All groups must hold; of a group, one condition. */
export type Conditions = Condition[][];

const comparisonOf = {
  is: 'eq',
  isNot: 'ne',
  contains: 'contains',
  startsWith: 'startsWith',
  atLeast: 'gte',
  atMost: 'lte',
  moreThan: 'gt',
  lessThan: 'lt',
} as const satisfies Partial<Record<Operator, Comparison>>;

const operatorOf = Object.fromEntries(Object.entries(comparisonOf).map(([operator, fn]) => [fn, operator])) as Record<
  Comparison,
  Operator
>;

export const takesValues = (operator: Operator): 'none' | 'one' | 'many' => {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return 'none';
  return operator === 'isOneOf' || operator === 'isNoneOf' ? 'many' : 'one';
};

/** Returns whether a chip has all it needs; others are not part of the filter yet. */
export const isComplete = ({ operator, values }: Condition): boolean =>
  takesValues(operator) === 'none' || (values.length > 0 && values.every((value) => value !== ''));

/** Returns the filter of the complete conditions as text, or undefined for none. */
export function toFilterText(conditions: Conditions): string | undefined {
  const groups = conditions.map((group) => group.filter(isComplete).map(toFilter)).filter((group) => group.length > 0);
  const args = groups.map((group): Filter => joined('or', group));
  return args.length === 0 ? undefined : printFilter(joined('and', args));
}

const joined = (fn: 'and' | 'or', args: Filter[]): Filter => (args.length === 1 && args[0] ? args[0] : { fn, args });

function toFilter({ field, operator, values }: Condition): Filter {
  const [value = null] = values;
  switch (operator) {
    case 'isEmpty':
      return { fn: 'isNull', field };
    case 'isNotEmpty':
      return { fn: 'not', arg: { fn: 'isNull', field } };
    case 'isOneOf':
      return { fn: 'in', field, values };
    case 'isNoneOf':
      return { fn: 'not', arg: { fn: 'in', field, values } };
    case 'doesNotContain':
      return { fn: 'not', arg: { fn: 'contains', field, value } };
    default:
      return { fn: comparisonOf[operator], field, value };
  }
}

/** Returns the chips of a filter, or undefined for one that is deeper than chips can show. Throws a FilterMistake. */
export function toConditions(text: string | undefined): Conditions | undefined {
  if (!text?.trim()) return [];
  const filter = parseFilter(text);
  const groups = partsOf('and', filter).map((part) => partsOf('or', part).map(toCondition));
  return groups.every((group): group is Condition[] => group.every((one) => one !== undefined)) ? groups : undefined;
}

const partsOf = (fn: 'and' | 'or', filter: Filter): Filter[] =>
  filter.fn === fn ? filter.args.flatMap((arg) => partsOf(fn, arg)) : [filter];

function toCondition(filter: Filter): Condition | undefined {
  switch (filter.fn) {
    case 'and':
    case 'or':
      return undefined;
    case 'not':
      return negated(toCondition(filter.arg));
    case 'isNull':
      return { field: filter.field, operator: 'isEmpty', values: [] };
    case 'in':
      return { field: filter.field, operator: 'isOneOf', values: filter.values };
    default:
      return comparison(filter.fn, filter.field, filter.value);
  }
}

function comparison(fn: Comparison, field: string, value: Literal): Condition {
  if (value === null && fn === 'eq') return { field, operator: 'isEmpty', values: [] };
  if (value === null && fn === 'ne') return { field, operator: 'isNotEmpty', values: [] };
  return { field, operator: operatorOf[fn], values: [value] };
}

/** The operators whose opposite is an operator too. `not(gte)` also matches an empty field, so it is not `lessThan`. */
const opposites: Partial<Record<Operator, Operator>> = {
  is: 'isNot',
  isNot: 'is',
  isOneOf: 'isNoneOf',
  isNoneOf: 'isOneOf',
  contains: 'doesNotContain',
  doesNotContain: 'contains',
  isEmpty: 'isNotEmpty',
  isNotEmpty: 'isEmpty',
};

function negated(condition: Condition | undefined): Condition | undefined {
  const operator = condition && opposites[condition.operator];
  return operator && { ...condition, operator };
}
