import { msg } from '@lingui/core/macro';
import { GitCompare, ListTree, Play, Redo2, Save, Trash2, Undo2, Upload } from 'lucide-react';
import { useEffectEvent, useMemo } from 'react';
import type { Action } from '../../../actions/registry.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { stepOf } from '../definition/edit.ts';
import { exitsOf } from '../definition/exits.ts';
import { freeId } from '../definition/new-step.ts';
import type { ExitRef } from '../definition/types.ts';
import { draw } from '../drawing/draw.ts';
import { BOX, GAP } from '../drawing/size.ts';
import type { EditorAddress } from '../route.tsx';
import type { Editor } from './use-editor.ts';

const group = msg`Automation`;

type Where = {
  selected: string | null;
  select: (id: string | null) => void;
  open: (address: EditorAddress) => void;
};

export type EditorActions = ReturnType<typeof useEditorActions>;

/** What can be done in the editor, for its buttons, the palette and shortcuts. */
export function useEditorActions(editor: Editor, { selected, select, open }: Where) {
  const { draft, change, isEditable } = editor;
  const add = (type: string) => {
    const id = freeId(draft, type);
    const from = placeFor(editor, selected);
    change({ do: 'add', type, id, from, ...positionFor(editor, from) });
    select(id);
  };
  const remove = (ids: readonly string[]) => {
    change({ do: 'remove', ids });
    select(null);
  };
  const run = useEffectEvent((name: 'save' | 'publish' | 'undo' | 'redo' | 'tidy' | 'remove') => {
    if (name === 'save') void editor.saveNow();
    else if (name === 'publish') void editor.publish();
    else if (name !== 'remove') change({ do: name });
    else if (selected) remove([selected]);
  });
  const show = useEffectEvent(open);
  const actions = useMemo((): Action[] => {
    const isAvailable = () => isEditable;
    const edit = { group, isAvailable };
    return [
      { ...edit, id: 'automation.save', title: msg`Save`, icon: Save, shortcut: 'mod+s', run: () => run('save') },
      { ...edit, id: 'automation.undo', title: msg`Undo`, icon: Undo2, shortcut: 'mod+z', run: () => run('undo') },
      { ...edit, id: 'automation.redo', title: msg`Redo`, icon: Redo2, shortcut: 'mod+shift+z', run: () => run('redo') },
      { ...edit, id: 'automation.publish', title: msg`Publish`, icon: Upload, run: () => run('publish') },
      { ...edit, id: 'automation.tidy', title: msg`Place all steps automatically`, icon: ListTree, run: () => run('tidy') },
      { ...edit, id: 'automation.removeStep', title: msg`Remove the selected step`, icon: Trash2, run: () => run('remove') },
      { id: 'automation.simulate', group, title: msg`Simulate`, icon: Play, run: () => show({ panel: 'simulate' }) },
      {
        id: 'automation.versions',
        group,
        title: msg`Compare versions`,
        icon: GitCompare,
        run: () => show({ panel: 'versions' }),
      },
    ];
  }, [isEditable]);
  useActions(actions);
  return {
    add,
    remove,
    undo: () => change({ do: 'undo' }),
    redo: () => change({ do: 'redo' }),
    tidy: () => change({ do: 'tidy' }),
  };
}

/** A new step follows the selected one: at its first free exit, else in its first. Without a selection, and after the trigger, runs begin with it. */
function placeFor({ draft }: Editor, selected: string | null): ExitRef | 'start' | null {
  const step = selected === null ? undefined : stepOf(draft, selected);
  if (!step) return 'start';
  const exits = exitsOf(step);
  const exit = exits.find(({ target }) => target === undefined) ?? exits[0];
  return exit ? { stepId: exit.stepId, path: exit.path } : null;
}

/** Where all steps are placed automatically, a new one is too; otherwise it goes below the step it follows. */
function positionFor({ draft }: Editor, from: ExitRef | 'start' | null) {
  if (Object.keys(draft.layout).length === 0) return {};
  const near = from && from !== 'start' ? draw(draft).positions[from.stepId] : undefined;
  return near ? { position: { x: near.x, y: near.y + BOX.height + GAP.y } } : {};
}
