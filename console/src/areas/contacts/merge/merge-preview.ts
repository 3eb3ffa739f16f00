import type { types } from '@patchbay/sdk';
import { printed } from '../page/attribute-input.ts';

type Contact = types.Contact;
/** Which of the two contacts a value of the merged contact comes from. `both`: they are equal. */
export type Origin = 'kept' | 'other' | 'both';

export type FieldPreview = {
  field: string;
  kept: string | null;
  other: string | null;
  result: string | null;
  from: Origin | null;
};
export type PartPreview<T> = { value: T; from: Origin };

export type MergePreview = {
  names: FieldPreview[];
  attributes: FieldPreview[];
  handles: PartPreview<{ type: string; value: string; isPrimary: boolean; losesPrimary: boolean }>[];
  labels: PartPreview<{ id: string; name: string }>[];
  chats: { kept: number; other: number };
};

const nameFields = ['firstName', 'lastName', 'displayName'] as const;

/** Returns what a merge of `other` into `kept` gives: empty fields are filled, everything else moves. The rules are the server's. */
export function previewMerge(kept: Contact, other: Contact): MergePreview {
  return {
    names: nameFields.map((field) => fieldPreview(field, kept[field], other[field])),
    attributes: attributePreviews(kept, other),
    handles: handlePreviews(kept, other),
    labels: labelPreviews(kept, other),
    chats: { kept: kept.chats.length, other: other.chats.length },
  };
}

function fieldPreview(field: string, kept: string | null, other: string | null): FieldPreview {
  return { field, kept, other, result: kept ?? other, from: originOf(kept, other) };
}

function originOf(kept: string | null, other: string | null): Origin | null {
  if (kept === null) return other === null ? null : 'other';
  return kept === other ? 'both' : 'kept';
}

function attributePreviews(kept: Contact, other: Contact): FieldPreview[] {
  const names = new Map([...other.attributes, ...kept.attributes].map(({ id, name }) => [id, name]));
  const valueIn = (contact: Contact, id: string) => textOf(contact.attributes.find((one) => one.id === id)?.value);
  return [...names].map(([id, name]) => fieldPreview(name, valueIn(kept, id), valueIn(other, id)));
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? value.join(', ') : printed(value);
}

function handlePreviews(kept: Contact, other: Contact): MergePreview['handles'] {
  const hasPrimary = new Set(kept.handles.filter(({ isPrimary }) => isPrimary).map(({ type }) => type));
  return [
    ...kept.handles.map(({ type, value, isPrimary }) => ({
      value: { type, value, isPrimary, losesPrimary: false },
      from: 'kept' as const,
    })),
    ...other.handles.map(({ type, value, isPrimary }) => ({
      value: { type, value, isPrimary: isPrimary && !hasPrimary.has(type), losesPrimary: isPrimary && hasPrimary.has(type) },
      from: 'other' as const,
    })),
  ];
}

function labelPreviews(kept: Contact, other: Contact): MergePreview['labels'] {
  const [inKept, inOther] = [kept, other].map(({ labels }) => new Set(labels.map(({ id }) => id)));
  const all = new Map([...kept.labels, ...other.labels].map((label) => [label.id, label]));
  return [...all.values()].map(({ id, name }) => ({ value: { id, name }, from: partOrigin(inKept?.has(id), inOther?.has(id)) }));
}

function partOrigin(isInKept: boolean | undefined, isInOther: boolean | undefined): Origin {
  if (isInKept && isInOther) return 'both';
  return isInKept ? 'kept' : 'other';
}

/** Returns the better survivor of two: the one with more chats, then with more addresses, then the older one. */
export function suggestSurvivor(one: Contact, other: Contact): Contact {
  const weight = ({ chats, handles, createdAt }: Contact) => [chats.length, handles.length, -Date.parse(createdAt)];
  const [a, b] = [weight(one), weight(other)];
  const i = a.findIndex((value, at) => value !== b[at]);
  return i >= 0 && (b[i] ?? 0) > (a[i] ?? 0) ? other : one;
}
