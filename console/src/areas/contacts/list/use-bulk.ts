import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { toast, toastError } from '../../../kit/index.ts';
import type { ContactSearch } from '../../../people/queries.ts';
import { keys } from '../queries.ts';
import { runBulk } from './run-bulk.ts';
import type { Selection } from './selection.ts';

/** Runs a change for every selected contact, with progress. "All" are those that the search finds when it starts. */
export function useBulk(search: ContactSearch, selection: Selection) {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<AbortController>(undefined);
  const run = async (task: (contactId: string) => Promise<unknown>): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setDone(0);
    const result = await runBulk(selection.all ? idsOf(client.contacts.each(search, { signal })) : selection.ids, task, {
      signal,
      onProgress: setDone,
    }).catch((error: unknown) => ({ done: 0, failed: 1, firstError: error }));
    setDone(null);
    void queries.invalidateQueries({ queryKey: keys.all });
    const changed = result.done - result.failed;
    if (result.failed > 0)
      toastError(
        t`${plural(result.failed, { one: '# contact was not changed', other: '# contacts were not changed' })}`,
        result.firstError,
      );
    else toast({ text: t`${plural(changed, { one: '# contact changed', other: '# contacts changed' })}` });
  };
  return { done, run, stop: () => stop.current?.abort() };
}

async function* idsOf(contacts: AsyncIterable<{ id: string }>): AsyncGenerator<string> {
  for await (const { id } of contacts) yield id;
}
