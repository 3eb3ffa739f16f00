import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, Field, Select, Stack } from '../../../kit/index.ts';
import { useAttributes } from '../../../people/queries.ts';
import { AttributeInput } from '../page/AttributeInput.tsx';
import { readInput } from '../page/attribute-input.ts';
import { BulkActions } from './BulkActions.tsx';
import type { BulkDialogProps } from './BulkLabelDialog.tsx';
import { useBulk } from './use-bulk.ts';

/** Gives an attribute the same value in all selected contacts; an empty value removes it. */
export function BulkAttributeDialog({ open, onClose, search, selection, count }: BulkDialogProps) {
  const { t } = useLingui();
  const { client } = useSession();
  const attributes = useAttributes() ?? [];
  const [id, setId] = useState<string | null>(null);
  const [input, setInput] = useState<string | string[]>('');
  const bulk = useBulk(search, selection);
  const attribute = attributes.find((one) => one.id === id);
  const read = attribute && readInput(attribute.type, input);
  const apply = async () => {
    if (!attribute || !read || 'fault' in read) return;
    await bulk.run((contactId) => client.contacts.update(contactId, { attributes: [{ id: attribute.id, value: read.value }] }));
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Set attribute`}
      actions={
        <BulkActions bulk={bulk} count={count} onClose={onClose}>
          <Button look="primary" disabled={!read || 'fault' in read} onClick={() => void apply()}>
            <Plural value={count} one="Change # contact" other="Change # contacts" />
          </Button>
        </BulkActions>
      }
    >
      <Stack>
        <Field label={t`Attribute`}>
          <Select
            value={id}
            placeholder={t`Choose an attribute`}
            options={attributes.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(next) => {
              setId(next);
              setInput('');
            }}
          />
        </Field>
        {attribute && (
          <Field label={t`Value`} hint={t`Empty removes the value.`}>
            <AttributeInput attribute={attribute} value={input} onChange={setInput} />
          </Field>
        )}
      </Stack>
    </Dialog>
  );
}
