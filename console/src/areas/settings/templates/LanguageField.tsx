import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Combobox, Field } from '../../../kit/index.ts';
import type { CustomProps } from '../form/fields.ts';
import type { TemplateValues } from './page.tsx';

/** Languages of templates that are common at Meta. */
const CODES =
  'ar bg cs da de el en en_GB en_US es es_ES es_MX et fi fil fr he hi hr hu id it ja ko lt lv ms nb nl pl pt_BR pt_PT ro ru sk sl sr sv th tr uk ur vi zh_CN zh_HK zh_TW'.split(
    ' ',
  );

export function LanguageField({ values, set, errorOf, disabled }: CustomProps<TemplateValues>) {
  const { t, i18n } = useLingui();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
    return [...new Set([...CODES, values.language])].map((code) => ({ value: code, label: nameOf(names, code), hint: code }));
  }, [i18n.locale, values.language]);
  return (
    <Field label={t`Language`} name="language" error={errorOf('language')}>
      <Combobox
        options={options}
        value={values.language}
        onChange={(code) => code && set('language', code)}
        disabled={disabled}
      />
    </Field>
  );
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
