import type { MessageDescriptor } from '@lingui/core';
import type { Patchbay } from '@patchbay/sdk';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { FieldRow } from '../form/fields.ts';

/** The operations of a resource. Without `update` an entry cannot be changed. */
export type ResourceApi<Item, Values> = {
  list: () => AsyncGenerator<Item>;
  create: (values: Values) => Promise<Item>;
  update?: (id: string, values: Values, before: Item) => Promise<Item>;
  remove: (id: string) => Promise<unknown>;
};

export type ResourceColumn<Item> = {
  key: string;
  head: MessageDescriptor;
  Cell: ComponentType<{ item: Item }>;
  end?: boolean;
  /** Shown without its head on narrow screens. */
  isName?: boolean;
};

/** A settings page with a list and a form, as data. */
export type Resource<Item extends { id: string }, Values extends object> = {
  /** The path of the page, and the key of its list in the cache. */
  key: string;
  /** The scope that creating, changing and deleting need. */
  scope: string;
  title: MessageDescriptor;
  /** One sentence: what these entries are for. */
  text: MessageDescriptor;
  icon: LucideIcon;
  add: MessageDescriptor;
  /** Title of an empty list. */
  empty: MessageDescriptor;
  api: (client: Patchbay) => ResourceApi<Item, Values>;
  /** Events beside `resource.changed` after which the list is loaded again, such as the result of a review. */
  events?: readonly string[];
  nameOf: (item: Item) => string;
  columns: readonly ResourceColumn<Item>[];
  fields: readonly FieldRow<Values>[];
  /** The values of the form; null for a new entry. */
  toValues: (item: Item | null) => Values;
  deletion: { verb: MessageDescriptor; text: MessageDescriptor; typed?: boolean; isAllowed?: (item: Item) => boolean };
  /** Parameters inside the fields (`body.text`) that show their own errors. */
  innerNames?: readonly string[];
  /** Entries that cannot be changed any more, but deleted. */
  isLocked?: (item: Item) => boolean;
  /** Above the form of an entry that exists. */
  Intro?: ComponentType<{ item: Item; onChanged: () => Promise<void> }>;
  /** Beside the form, with what was entered so far. */
  Aside?: ComponentType<{ values: Values }>;
  /** Below the form of an entry that exists. */
  Extra?: ComponentType<{ item: Item }>;
  /** Replaces the form after an entry was created, for what is shown once. */
  Created?: ComponentType<{ item: Item; onDone: () => void }>;
  /** Above the list. */
  Top?: ComponentType;
  /** A wide form: the list makes room for it. */
  isWide?: boolean;
};

export const defineResource = <Item extends { id: string }, Values extends object>(resource: Resource<Item, Values>) => resource;
