import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { Field, Input } from '../../kit/index.ts';
import { SHORTEST_PASSWORD } from './password.ts';

type Props = { label: string; value: string; onChange: (value: string) => void; error: unknown };

/** A password of 12 to 200 characters, with what the API says about it. */
export function NewPasswordField({ label, value, onChange, error }: Props) {
  const { t } = useLingui();
  const said = error instanceof PatchbayError ? error.invalidParams.password?.message : undefined;
  return (
    <Field label={label} hint={t`At least ${SHORTEST_PASSWORD} characters. A sentence is easy to remember.`} error={said}>
      <Input
        big
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        maxLength={200}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Whether the field shows the error already. */
export const isPasswordError = (error: unknown): boolean =>
  error instanceof PatchbayError && error.invalidParams.password !== undefined;
