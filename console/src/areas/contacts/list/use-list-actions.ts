import { msg } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Download, GitMerge, Upload, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import type { Action } from '../../../actions/registry.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { useSession } from '../../../app/session/use-session.ts';
import type { Opened } from './ContactsPage.tsx';

const group = msg`Contacts`;

/** What can be done from the list, for palette and shortcuts. */
export function useListActions(open: (dialog: Opened) => void): void {
  const navigate = useNavigate();
  const { can } = useSession();
  const isWriter = can('contacts.write');
  const actions = useMemo((): Action[] => {
    const isAvailable = () => isWriter;
    return [
      {
        id: 'contact.create',
        group,
        title: msg`New contact`,
        icon: UserPlus,
        shortcut: 'c',
        isAvailable,
        run: () => open('create'),
      },
      {
        id: 'contact.import',
        group,
        title: msg`Import contacts`,
        icon: Upload,
        isAvailable,
        run: () => navigate({ to: '/contacts/import' }),
      },
      { id: 'contact.export', group, title: msg`Export contacts`, icon: Download, isAvailable, run: () => open('export') },
      { id: 'contact.duplicates', group, title: msg`Find duplicate contacts`, icon: GitMerge, run: () => open('duplicates') },
    ];
  }, [isWriter, navigate, open]);
  useActions(actions);
}
