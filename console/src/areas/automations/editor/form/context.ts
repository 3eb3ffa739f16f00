import { createContext, useContext } from 'react';
import type { Option } from '../../../../kit/index.ts';

/** What the fields of a form share. Paths are dotted, below the step: `cases.0.if`. */
export type FormContextValue = {
  valueAt: (path: string) => unknown;
  /** Undefined removes the field. */
  change: (path: string, value: unknown) => void;
  errorAt: (path: string) => string | undefined;
  /** The other steps, for fields that name one. */
  targets: readonly Option[];
  isDisabled: boolean;
};

export const FormContext = createContext<FormContextValue | null>(null);

export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error('A field is outside of a form');
  return value;
}
