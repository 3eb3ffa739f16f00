import { useLingui } from '@lingui/react/macro';
import { Field, Input, Select } from '../../../kit/index.ts';
import { FilesField } from '../form/FilesField.tsx';
import type { CustomProps } from '../form/fields.ts';
import { Examples } from './Examples.tsx';
import type { TemplateValues } from './page.tsx';
import { examplesFor, type HeaderKind } from './preview.ts';
import styles from './Templates.module.css';

const ACCEPT = { image: 'image/jpeg,image/png', video: 'video/mp4', document: 'application/pdf' };

/** The header: a line of text, or a file whose sample the reviewers see. */
export function HeaderField({ values, set, errorOf, disabled }: CustomProps<TemplateValues>) {
  const { t } = useLingui();
  const { header, format } = values;
  const kinds: { value: HeaderKind | 'none'; label: string }[] = [
    { value: 'none', label: t`None` },
    { value: 'text', label: t`Text` },
    { value: 'image', label: t`Image` },
    { value: 'video', label: t`Video` },
    { value: 'document', label: t`Document` },
  ];
  const choose = (kind: HeaderKind | 'none') =>
    set('header', kind === 'none' ? null : { kind, text: kind === 'text' ? '' : null, examples: [], fileId: null });
  return (
    <div className={styles.group}>
      <Field label={t`Header`} error={errorOf('header')}>
        <Select value={header?.kind ?? 'none'} options={kinds} onChange={choose} disabled={disabled} />
      </Field>
      {header?.kind === 'text' && (
        <>
          <Field label={t`Text of the header`} name="header.text" error={errorOf('header.text')}>
            <Input
              value={header.text ?? ''}
              dir="auto"
              maxLength={60}
              disabled={disabled}
              onChange={({ target: { value } }) =>
                set('header', { ...header, text: value, examples: examplesFor(value, format, header.examples) })
              }
            />
          </Field>
          <Examples
            examples={header.examples}
            error={errorOf('header.examples')}
            disabled={disabled}
            onChange={(examples) => set('header', { ...header, examples })}
          />
        </>
      )}
      {header && header.kind !== 'text' && (
        <Field
          label={t`Sample file`}
          hint={t`Reviewers see it. Another file can be sent each time.`}
          error={errorOf('header.fileId')}
        >
          <FilesField
            fileIds={header.fileId ? [header.fileId] : []}
            most={1}
            accept={ACCEPT[header.kind]}
            disabled={disabled}
            onChange={([fileId = null]) => set('header', { ...header, fileId })}
          />
        </Field>
      )}
    </div>
  );
}
