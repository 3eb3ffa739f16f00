import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { FieldError } from './field-errors.ts';

/** What the keys of the API mean. The API's own sentences are in English and more exact; other languages get these where there is one. */
const byKey: Record<string, MessageDescriptor> = {
  required: msg`This is needed.`,
  too_small: msg`This is too short or too small.`,
  too_big: msg`This is too long or too large.`,
  invalid_type: msg`This has the wrong form.`,
  invalid_date: msg`This is no date.`,
  invalid_enum_value: msg`Choose one of the list.`,
};

/** Returns a function that gives the sentence for an error of the API in the language of the page. */
export function useErrorText(): (error: FieldError | undefined) => string | undefined {
  const { i18n } = useLingui();
  return (error) => {
    if (!error) return undefined;
    const known = byKey[error.key];
    const isSpecific = i18n.locale === 'en' && error.key !== 'required';
    return known && !isSpecific ? i18n._(known) : error.message;
  };
}
