import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { IconButton, Menu, toast, toastError } from '../../../kit/index.ts';
import { useInboxQuery, useSetSearch } from '../queries/use-inbox.ts';

const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx').then(({ SaveViewDialog }) => ({ default: SaveViewDialog })));

/** Renames, shares, changes and deletes a saved view. */
export function SavedViewMenu({ view }: { view: types.View }) {
  const { t } = useLingui();
  const { client } = useSession();
  const inbox = useInboxQuery();
  const setSearch = useSetSearch();
  const [isEditing, setEditing] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: ['views'] });
  const { id: _id, createdAt: _created, updatedAt: _updated, createdBy: _by, ...body } = view;
  const attempt = (text: string, act: () => Promise<unknown>) => () =>
    void act().then(reload, (error: unknown) => toastError(text, error));
  const remove = attempt(t`The view was not deleted`, async () => {
    await client.views.delete(view.id);
    if (inbox.view === view.id) setSearch({ view: undefined });
    const restore = attempt(t`Not undone`, () => client.views.create(body));
    toast({ text: t`View “${view.name}” deleted`, undo: restore });
  });
  const update = attempt(t`The view was not changed`, async () => {
    await client.views.update(view.id, { query: inbox.query.query ?? null, sortBy: inbox.query.sortBy });
    const restore = attempt(t`Not undone`, () => client.views.update(view.id, { query: view.query, sortBy: view.sortBy }));
    toast({ text: t`View “${view.name}” changed`, undo: restore });
  });
  return (
    <>
      <Menu
        trigger={<IconButton size="small" label={t`Menu of ${view.name}`} icon={<Ellipsis size={14} aria-hidden />} />}
        items={[
          { label: t`Rename or share`, icon: <Pencil size={16} aria-hidden />, onSelect: () => setEditing(true) },
          { label: t`Replace by the list`, icon: <RefreshCw size={16} aria-hidden />, onSelect: update },
          'line',
          { label: t`Delete`, icon: <Trash2 size={16} aria-hidden />, danger: true, onSelect: remove },
        ]}
      />
      <Suspense>{isEditing && <SaveViewDialog view={view} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}
