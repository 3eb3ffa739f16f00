import { useLingui } from '@lingui/react/macro';
import { type Condition, type Operator, takesValues } from './conditions.ts';
import type { FieldKind, FilterField } from './fields.ts';
import type { Literal } from './grammar.ts';

/** Names of the fields that every contact has. */
export function useFieldTitles(): Record<string, string> {
  const { t } = useLingui();
  return {
    labelId: t`Label`,
    firstName: t`First name`,
    lastName: t`Last name`,
    fullName: t`Full name`,
    displayName: t`Profile name`,
    phoneNumber: t({ message: 'Phone', context: 'phone number' }),
    email: t`Email`,
    isSubscribed: t`Subscribed`,
    createdAt: t`Created`,
    updatedAt: t`Changed`,
    channels: t`Channels`,
    labels: t`Labels`,
  };
}

/** Words between the field and the value of a chip. Times and dates have words of their own. */
export function useOperatorWords(): (operator: Operator, kind: FieldKind) => string {
  const { t } = useLingui();
  const words: Record<Operator, string> = {
    is: t`is`,
    isNot: t`is not`,
    isOneOf: t`is any of`,
    isNoneOf: t`is none of`,
    contains: t`contains`,
    doesNotContain: t`does not contain`,
    startsWith: t`begins with`,
    atLeast: t`is at least`,
    atMost: t`is at most`,
    moreThan: t`is more than`,
    lessThan: t`is less than`,
    isEmpty: t`is empty`,
    isNotEmpty: t`is not empty`,
  };
  const ofTimes: Partial<Record<Operator, string>> = {
    atLeast: t`on or after`,
    atMost: t`on or before`,
    moreThan: t`after`,
    lessThan: t`before`,
  };
  return (operator, kind) => ((kind === 'time' || kind === 'date') && ofTimes[operator]) || words[operator];
}

type Named = { id: string; name: string };

/** Returns the values of a chip in words: names of labels, yes and no, dates and numbers of the language. */
export function useValueWords(
  labels: readonly Named[] | undefined,
): (condition: Condition, field: FilterField | undefined) => string {
  const { t, i18n } = useLingui();
  const one = (value: Literal, kind: FieldKind | undefined): string => {
    if (typeof value === 'boolean') return value ? t`yes` : t`no`;
    if (kind === 'label') return labels?.find(({ id }) => id === value)?.name ?? t`deleted label`;
    if (typeof value === 'number') return i18n.number(value);
    if ((kind === 'time' || kind === 'date') && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      return i18n.date(new Date(value), { dateStyle: 'medium', timeZone: 'UTC' });
    return value === '' || value === null ? '…' : String(value);
  };
  return ({ operator, values }, field) => {
    if (takesValues(operator) === 'none') return '';
    return values.length === 0 ? '…' : values.map((value) => one(value, field?.kind)).join(', ');
  };
}
