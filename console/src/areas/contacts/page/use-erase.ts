import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { confirm, toast, toastError } from '../../../kit/index.ts';
import { keys } from '../queries.ts';
import { ErasureText } from './ErasureText.tsx';

/** Asks with the consequences and a typed name, erases the contact, and goes back to the list. */
export function useErase(contact: types.Contact, name: string): () => Promise<void> {
  const { t } = useLingui();
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const isConfirmed = await confirm({
      title: t`Erase ${name}?`,
      text: createElement(ErasureText, { chats: contact.chats.length }),
      confirm: t`Erase contact`,
      cancel: t`Keep`,
      danger: true,
      typed: { label: t`Type “${name}” to confirm`, value: name },
    });
    if (!isConfirmed) return;
    try {
      await client.contacts.erase(contact.id);
      queries.removeQueries({ queryKey: keys.one(contact.id) });
      await navigate({ to: '/contacts' });
      void queries.invalidateQueries({ queryKey: keys.all });
      toast({ text: t`${name} erased`, detail: t`Messages and files are being deleted; this can take some minutes.` });
    } catch (error) {
      toastError(t`The contact was not erased`, error);
    }
  };
}
