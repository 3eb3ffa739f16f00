import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { buttonClass, Page, PageHeader, Steps } from '../../../kit/index.ts';
import { FileDrop } from '../../../people/csv/FileDrop.tsx';
import styles from './Import.module.css';
import { ImportProgress } from './ImportProgress.tsx';
import { LatestImports } from './LatestImports.tsx';
import { MappingForm } from './MappingForm.tsx';

/** Three steps: choose a file, say what its columns are, watch it. The third has an address of its own. */
export function ImportPage() {
  const { t } = useLingui();
  const { id } = useSearch({ from: '/frame/contacts/import' });
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const open = (importId: string | undefined) => {
    setFile(null);
    void navigate({ to: '/contacts/import', search: importId ? { id: importId } : {} });
  };
  const step = id ? 3 : file ? 2 : 1;
  return (
    <Page
      pad
      header={
        <PageHeader
          title={t`Import contacts`}
          lead={
            <Link to="/contacts" className={buttonClass({ look: 'quiet', size: 'small' })} aria-label={t`Back to contacts`}>
              <ArrowLeft size={16} aria-hidden />
            </Link>
          }
        />
      }
    >
      <div className={styles.page}>
        <Steps names={[t`Choose a file`, t`Match the columns`, t`Import`]} current={step} />
        {id && <ImportProgress id={id} onAnother={() => open(undefined)} />}
        {!id && file && <MappingForm file={file} onStarted={open} onBack={() => setFile(null)} />}
        {!id && !file && (
          <>
            <FileDrop onFile={setFile} />
            <LatestImports />
          </>
        )}
      </div>
    </Page>
  );
}
