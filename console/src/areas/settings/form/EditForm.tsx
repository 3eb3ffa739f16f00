import { Form } from '@base-ui/react/form';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, causeOf, ErrorState, Notice } from '../../../kit/index.ts';
import { useErrorText } from './error-text.ts';
import styles from './Form.module.css';
import type { FormState } from './use-form.ts';

type Props<V extends object> = {
  form: FormState<V>;
  /** The verb of the button, and what it says while it works. */
  verb: string;
  busyVerb: string;
  /** What could not be done, for the error above the buttons. */
  failed: string;
  /** Shown beside the main button. */
  actions?: ReactNode;
  /** Also lets the form be sent without changes. */
  isAlwaysEnabled?: boolean;
  /** Without any button. */
  readOnly?: boolean;
  /** Only the other buttons: nothing can be saved. */
  hasNoSubmit?: boolean;
  children: ReactNode;
};

/** Fields, errors and buttons of a form. The first refused field gets the focus. */
export function EditForm<V extends object>({
  form,
  verb,
  busyVerb,
  failed,
  actions,
  isAlwaysEnabled,
  readOnly,
  hasNoSubmit = false,
  children,
}: Props<V>) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const errors = Object.fromEntries(Object.entries(form.errors.fields).map(([name, error]) => [name, errorText(error) ?? '']));
  return (
    <Form
      className={styles.form}
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
      {form.errors.others.length > 0 && (
        <Notice tone="danger" title={failed}>
          {form.errors.others.map((error) => (
            <p key={error.path}>
              <code>{error.path}</code> {errorText(error)}
            </p>
          ))}
        </Notice>
      )}
      {form.failure !== null && (
        <ErrorState
          title={failed}
          error={form.failure}
          {...(causeOf(form.failure).status === 409 && { fix: t`Change what you entered, then save again.` })}
        />
      )}
      {!readOnly && (
        <div className={styles.actions}>
          {actions}
          {form.isDirty && !isAlwaysEnabled && <Button onClick={form.reset}>{t`Discard changes`}</Button>}
          {!hasNoSubmit && (
            <Button type="submit" look="primary" busy={form.isBusy} disabled={!form.isDirty && !isAlwaysEnabled}>
              {form.isBusy ? busyVerb : verb}
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}
