import { Trans, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, cx, ErrorState, Field, fullTime, Input, SearchInput, Select, SkeletonRows } from '../../../../kit/index.ts';
import type { StoredChat } from '../../../../live/chats/index.ts';
import { Buttons, languageName } from '../content/Parts.tsx';
import { useTemplates } from '../queries.ts';
import styles from './Composer.module.css';
import { SendLater } from './SendLater.tsx';
import { exampleOf, renderedText, templateParts, valuesOfContact } from './template-text.ts';
import type { useSend } from './use-send.ts';

type Props = { chat: StoredChat; onSend: ReturnType<typeof useSend>['sendTemplate'] };

/** Finds a template, fills its variables and shows what the contact will read. */
export function TemplatePicker({ chat, onSend }: Props) {
  const { t, i18n } = useLingui();
  const { data: templates, error, refetch } = useTemplates(chat.channelId, true);
  const [text, setText] = useState('');
  const [language, setLanguage] = useState('all');
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (error) return <ErrorState title={t`Templates could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!templates) return <SkeletonRows count={3} />;
  const languages = [...new Set(templates.map((one) => one.language))];
  const found = templates.filter(
    ({ name, body, language: own }) =>
      (language === 'all' || own === language) && `${name} ${body.text}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0];
  return (
    <>
      <div className={styles.templateBar}>
        <SearchInput
          label={t`Find a template`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={styles.grow}
        />
        {languages.length > 1 && (
          <span className={styles.language}>
            <Select
              name={t`Language`}
              value={language}
              onChange={setLanguage}
              options={[
                { value: 'all', label: t`All languages` },
                ...languages.map((code) => ({ value: code, label: languageName(code, i18n.locale) })),
              ]}
            />
          </span>
        )}
      </div>
      {chosen ? (
        <div className={styles.templates}>
          <TemplateList templates={found} chosen={chosen} onChoose={setChosenId} />
          <TemplateForm key={chosen.id} template={chosen} chat={chat} onSend={onSend} />
        </div>
      ) : (
        <p className={styles.noTemplates}>
          {templates.length === 0 ? (
            <Trans>This channel has no approved templates. An administrator can create one in the settings.</Trans>
          ) : (
            <Trans>No template matches.</Trans>
          )}
        </p>
      )}
    </>
  );
}

type ListProps = { templates: readonly types.MessageTemplate[]; chosen: types.MessageTemplate; onChoose: (id: string) => void };

function TemplateList({ templates, chosen, onChoose }: ListProps) {
  const { t, i18n } = useLingui();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && templates[templates.indexOf(chosen) + step];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={t`Templates`}
      aria-activedescendant={`template-${chosen.id}`}
      className={styles.templateList}
      onKeyDown={onKeyDown}
    >
      {templates.map(({ id, name, body, language }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list
        <div
          key={id}
          id={`template-${id}`}
          role="option"
          aria-selected={id === chosen.id}
          className={cx(styles.template, id === chosen.id && styles.active)}
          ref={id === chosen.id ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
          onClick={() => onChoose(id)}
        >
          <span className={styles.templateName}>{name}</span>
          <span className={styles.templateHint} dir="auto">
            {languageName(language, i18n.locale)} · {body.text}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The name of a variable in a text, as the API wants it: numbers outside of the body have their part before them. */
const headerName = (format: string) => (name: string) => (format === 'named' ? name : `header_${name}`);

function TemplateForm({ template, chat, onSend }: Props & { template: types.MessageTemplate }) {
  const { t, i18n } = useLingui();
  const [values, setValues] = useState<Record<string, string>>(() => valuesOfContact(template.variables, chat.contact));
  const fromContact = Object.keys(valuesOfContact(template.variables, chat.contact));
  const missing = template.variables.filter((name) => !values[name]?.trim());
  const needsFile = template.header !== null && template.header.kind !== 'text' && !template.header.fileId;
  const media =
    template.header && template.header.kind !== 'text' && template.header.fileId
      ? { media: { fileId: template.header.fileId } }
      : {};
  const send = (scheduledAt?: string) =>
    onSend({ id: template.id, variables: values, ...media }, renderedText(template.body.text, values), scheduledAt);
  const approved = fullTime(new Date(template.updatedAt), i18n.locale);
  return (
    <form
      className={styles.templateForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0 && !needsFile) send();
      }}
    >
      <div className={styles.preview} dir="auto">
        {template.header?.text && <p className={styles.previewHead}>{renderedHeader(template, values)}</p>}
        <p>
          <Filled text={template.body.text} values={values} />
        </p>
        {template.footer && <p className={styles.templateHint}>{template.footer}</p>}
        <Buttons titles={template.buttons.map(({ text }) => text)} />
      </div>
      {template.variables.length > 0 && (
        <div className={styles.variables}>
          {template.variables.map((name) => (
            <Field key={name} label={/^\d+$/.test(name) ? t`Value ${name}` : name}>
              <Input
                value={values[name] ?? ''}
                placeholder={exampleOf(template, name)}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      <p className={styles.templateNote}>
        <Check size={14} aria-hidden />
        {fromContact.length > 0 ? (
          <Trans>Approved, last changed {approved}. Known values come from the contact.</Trans>
        ) : (
          <Trans>Approved, last changed {approved}.</Trans>
        )}
      </p>
      <div className={styles.templateFoot}>
        <span className={styles.templateHint}>
          {needsFile ? (
            <Trans>The header needs a file. Send it through the API.</Trans>
          ) : (
            <Category category={template.category} />
          )}
        </span>
        <SendLater disabled={missing.length > 0 || needsFile} onSend={send} />
        <Button look="primary" type="submit" disabled={missing.length > 0 || needsFile}>
          <Trans>Send template</Trans>
        </Button>
      </div>
    </form>
  );
}

function renderedHeader({ header, format }: types.MessageTemplate, values: Record<string, string>): string {
  const rename = headerName(format);
  return templateParts(header?.text ?? '', {})
    .map((part) => ('variable' in part ? values[rename(part.variable)] || `{{${part.variable}}}` : part.text))
    .join('');
}

/** The text with its variables marked. */
const Filled = ({ text, values }: { text: string; values: Record<string, string> }) =>
  templateParts(text, values).map((part, index) =>
    'variable' in part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
      <span key={index} className={styles.slot}>
        {part.value || part.variable}
      </span>
    ) : (
      part.text
    ),
  );

function Category({ category }: { category: types.MessageTemplate['category'] }) {
  if (category === 'marketing') return <Trans>Counts as a marketing message</Trans>;
  if (category === 'utility') return <Trans>Counts as a utility message</Trans>;
  return <Trans>Counts as an authentication message</Trans>;
}
