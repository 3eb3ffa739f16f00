import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirm } from '../../../kit/index.ts';
import { type FormErrors, hasErrors, NO_ERRORS, toFormErrors, withoutField } from './field-errors.ts';

export type FormState<V> = {
  values: V;
  /** Changes one value and forgets the error of its field. */
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  errors: FormErrors;
  setErrors: (errors: FormErrors) => void;
  /** The error of the last attempt that no field is to blame for. */
  failure: unknown;
  isDirty: boolean;
  isBusy: boolean;
  submit: () => Promise<void>;
  /** Forgets all changes. */
  reset: () => void;
};

type Options<V> = {
  initial: V;
  /** The parameters that the form shows; errors of others are listed above the buttons. */
  names: readonly string[];
  save: (values: V) => Promise<unknown>;
};

/** The values of a form, its errors from the API, and a guard against leaving with unsaved changes. */
export function useForm<V extends object>({ initial, names, save }: Options<V>): FormState<V> {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);
  const isSaved = useRef(false); // until the next change; `save` may go to another page
  useUnsavedGuard(() => isDirty && !isSaved.current);

  // Somebody else changed it: shows the new values, unless the person has begun to change them.
  const [known, setKnown] = useState(JSON.stringify(initial));
  if (known !== JSON.stringify(initial)) {
    setKnown(JSON.stringify(initial));
    setStart(initial);
    if (!isDirty) setValues(initial);
  }

  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setErrors(NO_ERRORS);
    setFailure(null);
    isSaved.current = true;
    try {
      await save(values);
      setStart(values);
    } catch (error) {
      isSaved.current = false;
      const refused = error instanceof PatchbayError ? toFormErrors(error.invalidParams, names) : NO_ERRORS;
      setErrors(refused);
      if (!hasErrors(refused)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    set: (name, value) => {
      isSaved.current = false;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => withoutField(before, name));
    },
    errors,
    setErrors,
    failure,
    isDirty,
    isBusy,
    submit,
    reset: () => {
      setValues(start);
      setErrors(NO_ERRORS);
      setFailure(null);
    },
  };
}

/** Asks before the page is left while there are unsaved changes. */
export function useUnsavedGuard(isUnsaved: () => boolean): void {
  const { t } = useLingui();
  const isLeaving = useRef(false); // the old page stays until the next one is loaded: asks once only
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () => {
      if (isLeaving.current || !isUnsaved()) return false;
      isLeaving.current = await confirm({
        title: t`Leave without saving?`,
        text: t`What you changed on this page is lost.`,
        confirm: t`Leave`,
        cancel: t`Keep editing`,
        danger: true,
      });
      return !isLeaving.current;
    },
  });
}
