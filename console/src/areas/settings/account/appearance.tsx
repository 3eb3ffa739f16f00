import { useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language, setLanguage } from '../../../app/i18n.ts';
import { setTheme, type Theme, useTheme } from '../../../app/theme.ts';
import { Field, Segments, Select } from '../../../kit/index.ts';
import { Section, SectionPage } from '../Section.tsx';

export default function AppearancePage() {
  const { t, i18n } = useLingui();
  const theme = useTheme();
  const themes: { value: Theme; label: string }[] = [
    { value: 'system', label: t`As the system` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ];
  const languages = (Object.entries(LANGUAGES) as [Language, string][]).map(([value, label]) => ({ value, label }));
  return (
    <SectionPage title={t`Language and theme`}>
      <Section title={t`Language`} text={t`For this browser. Dates and numbers follow the language.`}>
        <Field label={t`Language`}>
          <Select value={i18n.locale as Language} options={languages} onChange={(language) => void setLanguage(language)} />
        </Field>
      </Section>
      <Section title={t`Theme`} text={t`For this browser.`}>
        <div>
          <Segments name={t`Theme`} value={theme} options={themes} onChange={setTheme} />
        </div>
      </Section>
    </SectionPage>
  );
}
