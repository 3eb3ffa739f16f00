import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import {
  Button,
  buttonClass,
  Dialog,
  ErrorState,
  Field,
  MultiCombobox,
  RelativeTime,
  Stack,
  StatusDot,
  toastError,
} from '../../../kit/index.ts';
import { useFieldTitles } from '../../../people/filter/use-words.ts';
import { type ContactSearch, useAttributes } from '../../../people/queries.ts';
import { keys } from '../queries.ts';
import { useTransferStates } from '../use-transfer-states.ts';
import styles from './Export.module.css';

type Props = { open: boolean; onClose: () => void; search: ContactSearch; total: number | undefined };

const columns = [
  'id',
  'firstName',
  'lastName',
  'displayName',
  'phoneNumber',
  'email',
  'isSubscribed',
  'labels',
  'createdAt',
  'updatedAt',
];
const chosenAtFirst = ['id', 'firstName', 'lastName', 'phoneNumber', 'email', 'isSubscribed', 'labels', 'createdAt'];

/** Exports what the list shows as CSV: columns, progress, download; and the latest exports. */
export function ExportDialog({ open, onClose, search, total }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const titles = useFieldTitles();
  const attributes = useAttributes() ?? [];
  const [chosen, setChosen] = useState(chosenAtFirst);
  const options = [
    ...columns.map((column) => ({ value: column, label: column === 'id' ? t`Id` : (titles[column] ?? column) })),
    ...attributes.map(({ externalId, name }) => ({ value: `attributes.${externalId}`, label: name })),
  ];
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.contactExports.create({ ...search, columns: chosen }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.exports }),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={t`Export contacts`}
      text={t`A CSV file with the contacts of the current filter. The export is recorded in the audit log.`}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          <Button look="primary" busy={isPending} disabled={chosen.length === 0} onClick={() => mutate()}>
            {total === undefined ? t`Export` : <Plural value={total} one="Export # contact" other="Export # contacts" />}
          </Button>
        </>
      }
    >
      <Stack>
        <Field label={t`Columns`}>
          <MultiCombobox options={options} values={chosen} onChange={setChosen} />
        </Field>
        {error && <ErrorState title={t`The export was not started`} error={error} />}
        <LatestExports isOpen={open} />
      </Stack>
    </Dialog>
  );
}

const POLL_MS = 1_500;

/** The latest exports. The feed has no events of exports, so running ones are read again until they end. */
function LatestExports({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: keys.exports,
    queryFn: ({ signal }) => client.contactExports.search({ pagination: { limit: 5 } }, { signal }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'running') ? POLL_MS : false),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.latest} aria-label={t`Latest exports`}>
      <h3>{t`Latest exports`}</h3>
      <ul>
        {data.data.map((one) => (
          <ExportLine key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function ExportLine({ one }: { one: types.ContactExport }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const { words, tones } = useTransferStates();
  const cancel = async () => {
    await client.contactExports.cancel(one.id).catch((error: unknown) => toastError(t`The export was not cancelled`, error));
    await queries.invalidateQueries({ queryKey: keys.exports });
  };
  return (
    <li className={styles.line} role="status">
      <StatusDot tone={tones[one.status]}>{words[one.status]}</StatusDot>
      <span className={styles.lines}>
        <Plural value={one.lines} one="# line" other="# lines" />
      </span>
      <span className={styles.time}>
        <RelativeTime at={one.createdAt} />
      </span>
      {one.error && <span className={styles.error}>{one.error}</span>}
      {one.status === 'running' && <Button size="small" onClick={() => void cancel()}>{t`Cancel export`}</Button>}
      {one.fileId && (
        <a className={buttonClass({ size: 'small' })} href={`/v3/files/${one.fileId}/content`} download="contacts.csv">
          <Download size={14} aria-hidden />
          {t`Download`}
        </a>
      )}
    </li>
  );
}
