import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Archive, Download, Pause, Pencil, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { confirm, type MenuItem, toast, toastError } from '../../../kit/index.ts';
import { draftOf } from '../definition/file.ts';
import { chooseFile, downloadFile, useFaultText } from '../use-file.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { type Editor, remember } from './use-editor.ts';

/** What is rarely done, for the menu of the editor. */
export function useMoreActions(editor: Editor): { items: MenuItem[]; dialogs: ReactNode } {
  const { t } = useLingui();
  const { automation, isEditable } = editor;
  const [isRenaming, setRenaming] = useState(false);
  const importFile = useImport(editor);
  const { pause, archive, remove } = useLifecycle(editor);
  const files: MenuItem[] = [
    {
      label: t`Export as a file`,
      icon: <Download size={16} aria-hidden />,
      onSelect: () => void downloadFile(automation).catch((error) => toastError(t`The file was not written`, error)),
    },
  ];
  const writers: MenuItem[] = [
    { label: t`Import a file`, icon: <Upload size={16} aria-hidden />, onSelect: () => void importFile() },
    { label: t`Rename`, icon: <Pencil size={16} aria-hidden />, onSelect: () => setRenaming(true) },
    'line',
    {
      label: t`Pause`,
      icon: <Pause size={16} aria-hidden />,
      disabled: automation.status !== 'active',
      onSelect: () => void pause(),
    },
    { label: t`Archive`, icon: <Archive size={16} aria-hidden />, onSelect: () => void archive() },
  ];
  const deletion: MenuItem = {
    label: t`Delete`,
    icon: <Trash2 size={16} aria-hidden />,
    danger: true,
    onSelect: () => void remove(),
  };
  const { can } = useSession();
  return {
    items: [...files, ...(isEditable ? writers : []), ...(can('automations.write') ? [deletion] : [])],
    dialogs: <RenameDialog key={automation.name} automation={automation} open={isRenaming} onClose={() => setRenaming(false)} />,
  };
}

/** Replaces the definition by that of a file; it can be undone and is not saved yet. */
function useImport({ change }: Editor): () => Promise<void> {
  const { t } = useLingui();
  const faultText = useFaultText();
  return async () => {
    const read = await chooseFile();
    if (!read) return;
    if ('fault' in read) return toastError(t`The file was not imported`, new Error(faultText(read.fault)));
    change({ do: 'replace', draft: draftOf(read.file) });
    toast({ text: t`The steps of the file are shown, and not saved yet` });
  };
}

function useLifecycle({ automation }: Editor) {
  const { t } = useLingui();
  const { client } = useSession();
  const navigate = useNavigate();
  const { id, name } = automation;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toastError(t`The automation was not changed`, error);
    }
  };
  return {
    pause: () =>
      attempt(async () => {
        remember(await client.automations.pause(id));
        toast({ text: t`Paused. Runs that have begun go on.` });
      }),
    archive: async () => {
      const isSure = await confirm({
        title: t`Archive “${name}”?`,
        text: t`It never starts again and can no longer be changed. Runs that have begun go on.`,
        confirm: t`Archive`,
        danger: true,
      });
      if (isSure) await attempt(async () => remember(await client.automations.archive(id)));
    },
    remove: async () => {
      const isSure = await confirm({
        title: t`Delete “${name}”?`,
        text: t`Its versions are deleted, and runs that have not ended are cancelled. This cannot be undone.`,
        confirm: t`Delete`,
        danger: true,
      });
      if (!isSure) return;
      await attempt(async () => {
        await client.automations.delete(id);
        await navigate({ to: '/automations', ignoreBlocker: true });
      });
    },
  };
}
