import { useLingui } from '@lingui/react/macro';
import { PatchbayError } from '@patchbay/sdk';
import { Checkbox, Field, Input, MultiCombobox } from '../../../kit/index.ts';
import { eventTypes } from '../event-names.ts';

export type WebhookForm = { url: string; types: string[]; isOrdered: boolean };

type Props = { form: WebhookForm; onChange: (form: WebhookForm) => void; error: unknown; disabled?: boolean };

/** Address, event types and order: the same for a new webhook and one that exists. */
export function WebhookFields({ form, onChange, error, disabled = false }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={t`Address`}
        hint={t`Your server receives POST requests here. It has to answer with 2xx within 15 seconds.`}
        error={errorAt(error, 'url')}
      >
        <Input
          type="url"
          dir="ltr"
          placeholder="https://example.com/webhooks/patchbay"
          value={form.url}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...form, url: target.value })}
        />
      </Field>
      <Field label={t`Events`} hint={t`Empty: all events, also those that are added later.`} error={errorAt(error, 'events')}>
        <MultiCombobox
          options={eventTypes.map((type) => ({ value: type, label: type }))}
          values={form.types}
          placeholder={t`All events`}
          disabled={disabled}
          onChange={(types) => onChange({ ...form, types })}
        />
      </Field>
      <Checkbox
        label={t`In order: events of a chat wait until the one before was accepted`}
        checked={form.isOrdered}
        disabled={disabled}
        onChange={(isOrdered) => onChange({ ...form, isOrdered })}
      />
    </>
  );
}

/** Returns what the API says about a parameter or what is below it. */
export function errorAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof PatchbayError)) return undefined;
  const found = Object.entries(error.invalidParams).find(([path]) => path === name || path.startsWith(`${name}.`));
  return found?.[1].message;
}

/** Whether the error is shown at one of the fields. */
export const isAtField = (error: unknown): boolean => ['url', 'events'].some((name) => errorAt(error, name) !== undefined);
