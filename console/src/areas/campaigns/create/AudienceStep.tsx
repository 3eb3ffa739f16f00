import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { ChannelIcon, Field, Input, MultiCombobox, Notice, Segments, Select } from '../../../kit/index.ts';
import { FileDrop } from '../../../people/csv/FileDrop.tsx';
import { MappingTable } from '../../../people/csv/MappingTable.tsx';
import { mappingFaults } from '../../../people/csv/suggest-mapping.ts';
import type { Preview as CsvPreview } from '../../../people/csv/use-preview.ts';
import { QueryBar } from '../../../people/filter/QueryBar.tsx';
import { useAttributes, useLabels } from '../../../people/queries.ts';
import { AudienceCount } from './AudienceCount.tsx';
import styles from './Create.module.css';
import { type AudienceDraft, countedAudience, type Draft } from './draft.ts';
import { variableName } from './variable-name.ts';

type Props = {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  channels: readonly types.Channel[];
  purpose: 'marketing' | 'utility';
  file: CsvPreview | undefined;
  errorOf: (key: string) => string | undefined;
};

/** Name, channel and audience, with the size of the audience. */
export function AudienceStep({ draft, set, channels, purpose, file, errorOf }: Props) {
  const { t } = useLingui();
  const { audience, channelId } = draft;
  const counted = countedAudience(audience);
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <Field label={t`Name`} hint={t`Only your team sees it.`} error={errorOf('name')}>
          <Input value={draft.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Field label={t`Channel`} error={errorOf('channel') ?? errorOf('channelId')}>
          <Select
            value={channelId}
            placeholder={t`Choose a channel`}
            options={channels.map(({ id, name, type, status }) => ({
              value: id,
              label: name,
              icon: <ChannelIcon type={type} />,
              ...(status !== 'active' && { hint: t`cannot send now` }),
            }))}
            onChange={(id) => set({ channelId: id })}
          />
        </Field>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t`Who gets it`}</legend>
          <AudienceChoice audience={audience} onChange={(next) => set({ audience: next })} />
          <AudienceInput
            audience={audience}
            file={file}
            onChange={(next) => set({ audience: next })}
            error={errorOf('labels') ?? errorOf('query') ?? errorOf('file') ?? errorOf('audience')}
          />
        </fieldset>
      </div>
      <aside className={styles.aside} aria-label={t`Audience`}>
        <h2>{t`Audience`}</h2>
        {audience.kind === 'kept' || audience.kind === 'upload' ? (
          <p
            className={styles.countHint}
          >{t`The file is read when you check the campaign. Lines that cannot be used are listed then.`}</p>
        ) : (
          <AudienceCount
            wanted={channelId && counted ? { channelId, audience: counted, purpose } : undefined}
            hint={channelId ? t`Choose who gets the message.` : t`Choose a channel to see how many contacts it reaches.`}
          />
        )}
      </aside>
    </div>
  );
}

type Kind = Exclude<AudienceDraft['kind'], 'kept'>;

const empty: Record<Kind, AudienceDraft> = {
  all: { kind: 'all' },
  labels: { kind: 'labels', labelIds: [] },
  query: { kind: 'query', query: undefined },
  upload: { kind: 'upload', file: null, mapping: {} },
};

function AudienceChoice({ audience, onChange }: { audience: AudienceDraft; onChange: (audience: AudienceDraft) => void }) {
  const { t } = useLingui();
  return (
    <>
      {audience.kind === 'kept' && (
        <Notice title={audience.of === 'upload' ? t`Contacts from a file` : t`Chosen contacts`}>
          {t`They stay the audience unless you choose another one below.`}
        </Notice>
      )}
      <Segments<Kind | 'kept'>
        name={t`Kind of audience`}
        value={audience.kind}
        onChange={(kind) => kind !== 'kept' && onChange(empty[kind])}
        options={[
          { value: 'labels', label: t`Labels` },
          { value: 'query', label: t`Filter` },
          { value: 'upload', label: t`File` },
          { value: 'all', label: t`Everybody` },
        ]}
      />
    </>
  );
}

type InputProps = {
  audience: AudienceDraft;
  file: CsvPreview | undefined;
  error: string | undefined;
  onChange: (audience: AudienceDraft) => void;
};

function AudienceInput({ audience, file, error, onChange }: InputProps) {
  const { t } = useLingui();
  const labels = useLabels() ?? [];
  switch (audience.kind) {
    case 'labels':
      return (
        <Field label={t`Contacts with any of these labels`} error={error}>
          <MultiCombobox
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
            values={audience.labelIds}
            onChange={(labelIds) => onChange({ kind: 'labels', labelIds })}
            placeholder={t`Choose one or more`}
          />
        </Field>
      );
    case 'query':
      return (
        <div className={styles.query}>
          <QueryBar
            search={{ query: audience.query }}
            total={undefined}
            onQuery={(query) => onChange({ kind: 'query', query })}
            onClear={() => onChange({ kind: 'query', query: undefined })}
          />
          {error && <Notice tone="warn">{error}</Notice>}
        </div>
      );
    case 'upload':
      return <FileInput audience={audience} file={file} error={error} onChange={onChange} />;
    case 'all':
      return (
        <p className={styles.muted}>{t`All contacts with an address on this channel who have not withdrawn their consent.`}</p>
      );
    default:
      return null;
  }
}

type FileProps = Omit<InputProps, 'audience'> & { audience: Extract<AudienceDraft, { kind: 'upload' }> };

function FileInput({ audience, file, error, onChange }: FileProps) {
  const { t } = useLingui();
  const attributes = useAttributes() ?? [];
  const { mapping } = audience;
  if (!audience.file || !file)
    return (
      <>
        <FileDrop onFile={(chosen) => onChange({ kind: 'upload', file: chosen, mapping: {} })} />
        {error && <Notice tone="warn">{error}</Notice>}
      </>
    );
  return (
    <div className={styles.file}>
      <p className={styles.fileName}>
        <bdi>{audience.file.name}</bdi>
        <button type="button" className={styles.linkButton} onClick={() => onChange({ kind: 'upload', file: null, mapping: {} })}>
          {t`Choose another file`}
        </button>
      </p>
      {!file.isUtf8 && (
        <Notice tone="warn" title={t`This file is not UTF-8`}>
          {t`Lines with special characters will be refused. Save it again as CSV (UTF-8).`}
        </Notice>
      )}
      <MappingTable
        preview={file}
        mapping={mapping}
        attributes={attributes}
        variables={file.header.map(variableName).filter(Boolean)}
        onChange={(next) => onChange({ ...audience, mapping: next })}
      />
      {mappingFaults(mapping).map((fault) => (
        <Notice key={fault.fault} tone="warn">
          {fault.fault === 'noAddress'
            ? t`Say which column is the phone number or the email address: without one, contacts cannot be recognised.`
            : t`Two columns have the same field: ${fault.columns.join(', ')}. Choose one of them.`}
        </Notice>
      ))}
    </div>
  );
}
