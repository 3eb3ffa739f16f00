import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, Segments, Select, Stack, toast } from '../../../kit/index.ts';
import { keys, useChannels } from '../queries.ts';
import { type Purpose, purposes } from './consent-table.ts';
import { usePurposeHints, usePurposeNames, useStateNames } from './use-consent-words.ts';

const ALL_CHANNELS = 'all';

/** Records what the contact said to a colleague. A statement cannot be changed later; the next one counts. */
export function RecordConsentDialog({ contact, open, onClose }: { contact: types.Contact; open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const channels = useChannels() ?? [];
  const [names, hints, states] = [usePurposeNames(), usePurposeHints(), useStateNames()];
  const [handleId, setHandleId] = useState<string | null>(null);
  const [channelId, setChannelId] = useState(ALL_CHANNELS);
  const [purpose, setPurpose] = useState<Purpose>('marketing');
  const [state, setState] = useState<'granted' | 'withdrawn'>('granted');
  const [reason, setReason] = useState('');
  const chosen = handleId ?? contact.handles[0]?.id ?? '';
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () =>
      client.consents.record({
        handleId: chosen,
        purpose,
        state,
        source: 'agent',
        ...(channelId !== ALL_CHANNELS && { channelId }),
        ...(reason.trim() && { evidence: { note: reason.trim() } }),
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.all });
      toast({ text: t`Statement recorded` });
      close();
    },
  });
  const close = () => {
    setReason('');
    reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Record a statement`}
      text={t`What the contact told you. Statements are kept for ever and cannot be changed; the next one counts.`}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate()}>{t`Record`}</Button>
        </>
      }
    >
      <Stack>
        <Segments
          name={t`Statement`}
          value={state}
          options={[
            { value: 'granted', label: states.granted },
            { value: 'withdrawn', label: states.withdrawn },
          ]}
          onChange={setState}
        />
        <Field label={t`Purpose`} hint={hints[purpose]}>
          <Select<Purpose>
            value={purpose}
            options={purposes.map((one) => ({ value: one, label: names[one] }))}
            onChange={setPurpose}
          />
        </Field>
        <Field label={t`Address`}>
          <Select
            value={chosen}
            options={contact.handles.map(({ id, value }) => ({ value: id, label: value }))}
            onChange={setHandleId}
          />
        </Field>
        <Field label={t`Channel`}>
          <Select
            value={channelId}
            options={[
              { value: ALL_CHANNELS, label: t`All channels` },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setChannelId}
          />
        </Field>
        <Field label={t`How do you know?`} hint={t`Kept as evidence, for example "told me by phone".`}>
          <Input value={reason} maxLength={1_000} dir="auto" onChange={({ target }) => setReason(target.value)} />
        </Field>
        {error && <ErrorState title={t`The statement was not recorded`} error={error} />}
      </Stack>
    </Dialog>
  );
}
