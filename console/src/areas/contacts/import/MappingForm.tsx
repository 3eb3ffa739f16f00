import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, ErrorState, Field, Input, Notice, Select, SkeletonRows } from '../../../kit/index.ts';
import type { Delimiter } from '../../../people/csv/csv-preview.ts';
import { MappingTable } from '../../../people/csv/MappingTable.tsx';
import { type Mapping, mappingFaults, suggestMapping } from '../../../people/csv/suggest-mapping.ts';
import { usePreview } from '../../../people/csv/use-preview.ts';
import { useAttributes } from '../../../people/queries.ts';
import { messageFor } from '../refused.ts';
import styles from './Import.module.css';

type Props = { file: File; onStarted: (importId: string) => void; onBack: () => void };

/** The columns of the file with their first values, and what each becomes. Starts the import. */
export function MappingForm({ file, onStarted, onBack }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const attributes = useAttributes();
  const [delimiter, setDelimiter] = useState<Delimiter>();
  const [changed, setChanged] = useState<Mapping | null>(null);
  const [country, setCountry] = useState(guessCountry());
  const preview = usePreview(file, delimiter);
  const mapping = changed ?? (preview && attributes ? suggestMapping(preview.header, preview.rows, attributes) : {});
  const faults = mappingFaults(mapping);
  const start = useMutation({
    mutationFn: async () => {
      const { id: fileId } = await client.files.upload({ content: file });
      const body = {
        fileId,
        mapping,
        defaultCountry: country.trim().toUpperCase() || null,
        delimiter: preview?.delimiter ?? ',',
      };
      return client.contactImports.create(body);
    },
    onSuccess: ({ id }) => onStarted(id),
  });
  if (!preview || !attributes) return <SkeletonRows count={4} />;
  return (
    <div className={styles.form}>
      <div className={styles.options}>
        <p className={styles.fileName}>
          <bdi>{file.name}</bdi>
        </p>
        <Field label={t`Separated by`}>
          <Select<Delimiter>
            value={preview.delimiter}
            options={[
              { value: ',', label: t`Comma` },
              { value: ';', label: t`Semicolon` },
              { value: '\t', label: t`Tab` },
            ]}
            onChange={(next) => {
              setDelimiter(next);
              setChanged(null);
            }}
          />
        </Field>
        <Field
          label={t`Country of numbers without +`}
          hint={t`Two letters, such as DE. Empty: such numbers are refused.`}
          error={messageFor(start.error, 'defaultCountry')}
        >
          <Input value={country} maxLength={2} dir="ltr" onChange={({ target }) => setCountry(target.value)} />
        </Field>
      </div>
      {!preview.isUtf8 && (
        <Notice
          tone="warn"
          title={t`This file is not UTF-8`}
        >{t`Lines with special characters will be refused. Save it again as CSV (UTF-8).`}</Notice>
      )}
      <MappingTable preview={preview} mapping={mapping} attributes={attributes} onChange={setChanged} />
      {faults.map((fault) => (
        <Notice key={fault.fault} tone="warn">
          {fault.fault === 'noAddress'
            ? t`Say which column is the phone number or the email address: without one, contacts cannot be recognised.`
            : t`Two columns have the same field: ${fault.columns.join(', ')}. Choose one of them.`}
        </Notice>
      ))}
      <p className={styles.muted}>
        {t`A line updates the contact with its phone number, else with its email address; otherwise it creates one. Empty cells change nothing.`}
      </p>
      {start.error && <ErrorState title={t`The import was not started`} error={start.error} />}
      <div className={styles.actions}>
        <Button onClick={onBack}>{t`Choose another file`}</Button>
        <Button look="primary" busy={start.isPending} disabled={faults.length > 0} onClick={() => start.mutate()}>
          {start.isPending ? t`Uploading` : t`Start import`}
        </Button>
      </div>
    </div>
  );
}

/** The country of the browser's language, such as DE in de-DE. */
const guessCountry = (): string => navigator.languages.map((tag) => new Intl.Locale(tag).region).find(Boolean) ?? '';
