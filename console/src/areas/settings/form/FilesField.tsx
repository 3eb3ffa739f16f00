import { useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, IconButton, toastError } from '../../../kit/index.ts';
import styles from './Form.module.css';

type Props = { fileIds: string[]; onChange: (fileIds: string[]) => void; disabled: boolean; most: number; accept?: string };

/** Files that are uploaded when they are chosen, with their names and sizes. */
export function FilesField({ fileIds, onChange, disabled, most, accept }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const files = useQueries({
    queries: fileIds.map((id) => ({
      queryKey: ['file', id],
      queryFn: () => client.files.get(id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });

  const upload = async (chosen: File[]) => {
    setBusy(true);
    const ids = [...fileIds];
    try {
      for (const file of chosen.slice(0, most - ids.length)) {
        const saved = await client.files.upload({ content: file });
        cache.setQueryData(['file', saved.id], saved);
        ids.push(saved.id);
      }
    } catch (error) {
      toastError(t`The file could not be uploaded`, error);
    }
    onChange(ids);
    setBusy(false);
  };

  return (
    <div className={styles.list}>
      {fileIds.map((id, index) => {
        const file = files[index]?.data;
        const name = file?.name ?? t`File`;
        return (
          <div key={id} className={styles.file}>
            <Paperclip size={14} aria-hidden />
            <bdi className={styles.fileName}>{name}</bdi>
            <IconButton
              size="small"
              label={t`Remove ${name}`}
              icon={<X size={14} aria-hidden />}
              disabled={disabled}
              onClick={() => onChange(fileIds.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        accept={accept}
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {fileIds.length < most && (
        <Button
          size="small"
          icon={<Paperclip size={14} aria-hidden />}
          busy={isBusy}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {isBusy ? t`Uploading` : t`Add file`}
        </Button>
      )}
    </div>
  );
}
