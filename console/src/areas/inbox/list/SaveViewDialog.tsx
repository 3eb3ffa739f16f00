import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, Dialog, ErrorState, Field, Input, Select } from '../../../kit/index.ts';
import { useTeams } from '../queries/directory.ts';
import { NO_FILTERS } from '../queries/search-params.ts';
import { useInboxQuery, useSetSearch } from '../queries/use-inbox.ts';
import styles from './SaveViewDialog.module.css';
import { useViewName } from './view-names.tsx';

type Props = {
  /** The view to change; without it the list is saved as a new one. */
  view?: types.View;
  onClose: () => void;
};

/** Saves the list as a view, or renames and shares one. */
export function SaveViewDialog({ view, onClose }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const inbox = useInboxQuery();
  const current = useViewName(inbox);
  const setSearch = useSetSearch();
  const teams = useTeams();
  const [name, setName] = useState(view?.name ?? '');
  const [share, setShare] = useState(view ? (view.teamId ?? view.sharedWith) : 'nobody');
  const { query, sortBy } = view ?? inbox.query;
  const shared = teams.some(({ id }) => id === share)
    ? { sharedWith: 'team' as const, teamId: share }
    : { sharedWith: share as 'nobody' | 'everyone', teamId: null };
  const save = useMutation({
    mutationFn: () =>
      view
        ? client.views.update(view.id, { name, ...shared })
        : client.views.create({ name, resource: 'chats', query: query ?? null, sortBy, ...shared }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: ['views'] });
      if (!view) setSearch({ ...NO_FILTERS, view: saved.id });
      onClose();
    },
  });
  const options = [
    { value: 'nobody', label: t`Only me` },
    ...teams.map(({ id, name: team }) => ({ value: id, label: t`Team ${team}` })),
    { value: 'everyone', label: t`Everyone` },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? t`Change view` : t`Save view`}
      text={view ? undefined : t`Saves “${current}” with its filters and order.`}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="primary" type="submit" form="save-view" busy={save.isPending} disabled={!name.trim()}>
            {save.isPending ? t`Saving` : t`Save`}
          </Button>
        </>
      }
    >
      <form
        id="save-view"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.error && <ErrorState title={t`The view was not saved`} error={save.error} />}
        <Field label={t`Name`}>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            placeholder={t`VIP, no reply in 1 h`}
          />
        </Field>
        <Field label={t`Shared with`}>
          <Select value={share} options={options} onChange={setShare} />
        </Field>
        <div>
          <p className={styles.label}>{t`Query`}</p>
          <code className={styles.query} dir="ltr">
            {query || t`all chats`}
          </code>
        </div>
      </form>
    </Dialog>
  );
}
