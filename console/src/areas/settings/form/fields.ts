import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';
import type { OptionSource } from './use-options.ts';

type Choice = { value: string; label: MessageDescriptor };

export type CustomProps<V> = {
  values: V;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  errorOf: (name: string) => string | undefined;
  disabled: boolean;
};

/** How one value is entered. */
export type FieldKind<V> =
  | {
      kind: 'text';
      placeholder?: string;
      maxLength?: number;
      dir?: 'ltr' | 'auto';
      prefix?: string;
      type?: 'text' | 'email' | 'url' | 'date';
    }
  | { kind: 'textarea'; rows?: number; maxLength?: number; placeholder?: string }
  /** An empty field is null. */
  | { kind: 'number'; min: number; max: number; unit?: MessageDescriptor }
  | { kind: 'select'; options: readonly Choice[] }
  /** One id of another resource, or null. */
  | { kind: 'one'; source: OptionSource; none: MessageDescriptor }
  /** Ids of another resource; `none` says what an empty list means. */
  | { kind: 'many'; source: OptionSource; none: MessageDescriptor }
  | { kind: 'switch' }
  | { kind: 'color' }
  /** Texts in an order. */
  | { kind: 'list'; add: MessageDescriptor; placeholder?: string }
  | { kind: 'files'; most: number }
  | { kind: 'custom'; Render: ComponentType<CustomProps<V>> };

export type FieldRow<V> = FieldKind<V> & {
  name: keyof V & string;
  label: MessageDescriptor;
  hint?: MessageDescriptor;
  isOptional?: boolean;
  isHidden?: (values: V) => boolean;
  /** Set for values that stay as they were created. */
  isFixed?: (isNew: boolean, values: V) => boolean;
};
