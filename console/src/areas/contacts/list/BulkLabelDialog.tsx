import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, Field, MultiCombobox, Segments, Stack } from '../../../kit/index.ts';
import { type ContactSearch, useLabels } from '../../../people/queries.ts';
import { BulkActions } from './BulkActions.tsx';
import type { Selection } from './selection.ts';
import { useBulk } from './use-bulk.ts';

export type BulkDialogProps = { open: boolean; onClose: () => void; search: ContactSearch; selection: Selection; count: number };

/** Adds labels to the selected contacts, or removes them. */
export function BulkLabelDialog({ open, onClose, search, selection, count }: BulkDialogProps) {
  const { t } = useLingui();
  const { client } = useSession();
  const labels = useLabels() ?? [];
  const [mode, setMode] = useState<'add' | 'remove'>('add');
  const [labelIds, setLabelIds] = useState<string[]>([]);
  const bulk = useBulk(search, selection);
  const apply = async () => {
    await bulk.run((contactId) =>
      mode === 'add'
        ? client.contacts.addLabels(contactId, { labels: labelIds.map((id) => ({ id })) })
        : Promise.all(labelIds.map((labelId) => client.contacts.removeLabel(contactId, labelId))),
    );
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Label contacts`}
      actions={
        <BulkActions bulk={bulk} count={count} onClose={onClose}>
          <Button look="primary" disabled={labelIds.length === 0} onClick={() => void apply()}>
            {mode === 'add' ? (
              <Plural value={count} one="Label # contact" other="Label # contacts" />
            ) : (
              <Plural value={count} one="Remove from # contact" other="Remove from # contacts" />
            )}
          </Button>
        </BulkActions>
      }
    >
      <Stack>
        <Segments
          name={t`What to do`}
          value={mode}
          options={[
            { value: 'add', label: t`Add labels` },
            { value: 'remove', label: t`Remove labels` },
          ]}
          onChange={setMode}
        />
        <Field label={t`Labels`}>
          <MultiCombobox
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
            values={labelIds}
            onChange={setLabelIds}
            placeholder={t`Choose one or more`}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
