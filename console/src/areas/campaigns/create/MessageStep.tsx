import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Link } from '@tanstack/react-router';
import { Braces } from 'lucide-react';
import { Button, buttonClass, ErrorState, Field, Input, Menu, Notice, Segments, Select, Textarea } from '../../../kit/index.ts';
import { useFieldTitles } from '../../../people/filter/use-words.ts';
import { useAttributes } from '../../../people/queries.ts';
import { useAutomations, useTemplates } from '../queries.ts';
import styles from './Create.module.css';
import type { Draft, MessageDraft } from './draft.ts';
import { PreviewAside } from './PreviewAside.tsx';
import { contactFields } from './placeholders.ts';
import type { Sample } from './use-sample.ts';

type Props = {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  channel: types.Channel | undefined;
  samples: readonly Sample[];
  /** Names of variables that the file of the audience has. */
  variables: readonly string[];
  errorOf: (key: string) => string | undefined;
};

type Kind = 'text' | 'template' | 'automation';

const empty: Record<Kind, MessageDraft> = {
  text: { kind: 'text', text: '', subject: '' },
  template: { kind: 'template', templateId: null, variables: {} },
  automation: { kind: 'automation', automationId: null },
};

/** The message, and how some recipients will see it. */
export function MessageStep({ draft, set, channel, samples, variables, errorOf }: Props) {
  const { t } = useLingui();
  const { message } = draft;
  const { data: templates } = useTemplates(draft.channelId);
  const change = (next: MessageDraft) => set({ message: next });
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        {message.kind === 'kept' && (
          <Notice
            title={t`A message that was made with the API`}
          >{t`It stays as it is unless you choose another kind below.`}</Notice>
        )}
        <Segments<Kind | 'kept'>
          name={t`Kind of message`}
          value={message.kind}
          onChange={(kind) => kind !== 'kept' && change(empty[kind])}
          options={[
            { value: 'text', label: t`Text` },
            { value: 'template', label: t`Template` },
            { value: 'automation', label: t`Automation` },
          ]}
        />
        {message.kind === 'text' && (
          <TextFields message={message} channel={channel} variables={variables} errorOf={errorOf} onChange={change} />
        )}
        {message.kind === 'template' && (
          <TemplateFields message={message} draft={draft} variables={variables} errorOf={errorOf} onChange={change} />
        )}
        {message.kind === 'automation' && (
          <AutomationField
            automationId={message.automationId}
            error={errorOf('automation') ?? errorOf('automationId')}
            onChange={change}
          />
        )}
      </div>
      <PreviewAside
        message={message}
        template={message.kind === 'template' ? templates?.find(({ id }) => id === message.templateId) : undefined}
        samples={samples}
        channelType={channel?.type}
      />
    </div>
  );
}

type FieldsProps<M> = {
  message: M;
  variables: readonly string[];
  errorOf: Props['errorOf'];
  onChange: (message: MessageDraft) => void;
};

function TextFields({
  message,
  channel,
  variables,
  errorOf,
  onChange,
}: FieldsProps<Extract<MessageDraft, { kind: 'text' }>> & { channel: types.Channel | undefined }) {
  const { t } = useLingui();
  const { text, subject } = message;
  const hasWindow = channel?.type === 'whatsapp' || channel?.type === 'instagram';
  return (
    <>
      {hasWindow && (
        <Notice tone="warn">
          {t`On this channel a text reaches only people who wrote within the last 24 hours. Use a template to reach the others.`}
        </Notice>
      )}
      {channel?.type === 'email' && (
        <Field label={t`Subject`} error={errorOf('subject') ?? errorOf('content.subject')}>
          <Input value={subject} maxLength={200} onChange={({ target }) => onChange({ ...message, subject: target.value })} />
        </Field>
      )}
      <Field
        label={t`Text`}
        error={errorOf('text') ?? errorOf('content.text') ?? errorOf('content')}
        aside={
          <PlaceholderMenu variables={variables} onInsert={(placeholder) => onChange({ ...message, text: text + placeholder })} />
        }
        hint={t`${'{{contact.firstName|there}}'} becomes the first name, or "there" where it is missing.`}
      >
        <Textarea
          rows={8}
          value={text}
          maxLength={4096}
          dir="auto"
          onChange={({ target }) => onChange({ ...message, text: target.value })}
        />
      </Field>
    </>
  );
}

function PlaceholderMenu({ variables, onInsert }: { variables: readonly string[]; onInsert: (placeholder: string) => void }) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const attributes = useAttributes() ?? [];
  const insert = (path: string) => onInsert(`{{${path}}}`);
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" size="small" icon={<Braces size={14} aria-hidden />}>
          {t`Insert a placeholder`}
        </Button>
      }
      items={[
        ...contactFields.map((field) => ({ label: titles[field] ?? field, onSelect: () => insert(`contact.${field}`) })),
        ...attributes.map(({ externalId, name }) => ({
          label: name,
          onSelect: () => insert(`contact.attributes.${externalId}`),
        })),
        ...variables.map((name) => ({ label: name, hint: t`variable`, onSelect: () => insert(`variables.${name}`) })),
      ]}
    />
  );
}

function TemplateFields({
  message,
  draft,
  variables,
  errorOf,
  onChange,
}: FieldsProps<Extract<MessageDraft, { kind: 'template' }>> & { draft: Draft }) {
  const { t } = useLingui();
  const { data: templates, error, refetch } = useTemplates(draft.channelId);
  if (error) return <ErrorState title={t`Templates could not be loaded`} error={error} onRetry={() => void refetch()} />;
  const sendable = (templates ?? []).filter(({ status, id }) => status === 'approved' || id === message.templateId);
  const template = templates?.find(({ id }) => id === message.templateId);
  if (templates && sendable.length === 0)
    return (
      <Notice
        title={t`This channel has no approved template`}
        action={
          <Link to="/settings/$page" params={{ page: 'templates' }} className={buttonClass({ size: 'small' }, styles.plainLink)}>
            {t`Open templates`}
          </Link>
        }
      >
        {t`Write one in the settings and have it reviewed.`}
      </Notice>
    );
  return (
    <>
      <Field label={t`Template`} error={errorOf('template') ?? errorOf('content.template.id') ?? errorOf('content')}>
        <Select
          value={message.templateId}
          placeholder={t`Choose a template`}
          options={sendable.map(({ id, name, language, status }) => ({
            value: id,
            label: name,
            hint: status === 'approved' ? language : t`not approved`,
          }))}
          onChange={(templateId) => onChange({ kind: 'template', templateId, variables: {} })}
        />
      </Field>
      {template?.variables.map((name) => (
        <Field
          key={name}
          label={t`Value of ${`{{${name}}}`}`}
          error={errorOf(name) ?? errorOf(`content.template.variables.${name}`)}
          aside={
            <PlaceholderMenu
              variables={variables}
              onInsert={(placeholder) =>
                onChange({
                  ...message,
                  variables: { ...message.variables, [name]: (message.variables[name] ?? '') + placeholder },
                })
              }
            />
          }
        >
          <Input
            value={message.variables[name] ?? ''}
            placeholder={exampleOf(template, name)}
            onChange={({ target }) => onChange({ ...message, variables: { ...message.variables, [name]: target.value } })}
          />
        </Field>
      ))}
    </>
  );
}

const exampleOf = ({ body, header }: types.MessageTemplate, variable: string): string | undefined =>
  [...body.examples, ...(header?.examples ?? [])].find(({ name }) => name === variable)?.value;

type AutomationProps = { automationId: string | null; error: string | undefined; onChange: (message: MessageDraft) => void };

function AutomationField({ automationId, error, onChange }: AutomationProps) {
  const { t } = useLingui();
  const automations = useAutomations() ?? [];
  return (
    <Field label={t`Automation`} error={error} hint={t`Its trigger has to be a campaign or the API, and it has to be published.`}>
      <Select
        value={automationId}
        placeholder={t`Choose an automation`}
        options={automations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChange({ kind: 'automation', automationId: id })}
      />
    </Field>
  );
}
