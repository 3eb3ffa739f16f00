import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, ErrorState, saveCsv, Table, toastError } from '../../../kit/index.ts';
import styles from './Import.module.css';
import { refusedCsv } from './refused-csv.ts';

const SHOWN = 50;

/** The lines that were not imported, with reasons; all of them as a file to correct and import again. */
export function RefusedLines({ importId, count }: { importId: string; count: number }) {
  const { t } = useLingui();
  const { client } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', 'imports', importId, 'refusals', count],
    queryFn: ({ signal }) => client.contactImports.searchRefusals(importId, { pagination: { limit: SHOWN } }, { signal }),
    enabled: count > 0,
  });
  if (count === 0) return null;
  if (error) return <ErrorState title={t`Refused lines could not be loaded`} error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.refused} aria-label={t`Refused lines`}>
      <header className={styles.refusedHead}>
        <h2>
          <Plural value={count} one="# refused line" other="# refused lines" />
        </h2>
        <DownloadButton importId={importId} />
      </header>
      <p
        className={styles.muted}
      >{t`Correct these lines in the file and import it again: contacts that exist are updated, not doubled.`}</p>
      <Table
        name={t`Refused lines`}
        tight
        rows={data?.data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { key: 'line', head: t`Line`, cell: ({ line }) => line },
          { key: 'reason', head: t`Reason`, cell: ({ reason }) => reason },
          {
            key: 'text',
            head: t`Text`,
            cell: ({ text }) => (
              <code dir="auto" className={styles.lineText}>
                {text}
              </code>
            ),
          },
        ]}
      />
      {count > SHOWN && <p className={styles.muted}>{t`The first ${SHOWN} are shown; the file has all.`}</p>}
    </section>
  );
}

function DownloadButton({ importId }: { importId: string }) {
  const { t } = useLingui();
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const lines = [];
      for await (const refusal of client.contactImports.eachRefusals(importId, { sortBy: 'asc(line)' })) lines.push(refusal);
      saveCsv(refusedCsv(lines), 'refused-lines.csv');
    } catch (error) {
      toastError(t`The refused lines could not be downloaded`, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={isBusy} icon={<Download size={14} aria-hidden />} onClick={() => void download()}>
      {isBusy ? t`Preparing` : t`Download as CSV`}
    </Button>
  );
}
