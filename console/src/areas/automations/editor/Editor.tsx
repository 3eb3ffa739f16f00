import type { types } from '@patchbay/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { cx, Page } from '../../../kit/index.ts';
import { stepOf } from '../definition/edit.ts';
import { draw, isDrawnAlike } from '../drawing/draw.ts';
import { TRIGGER } from '../drawing/place.ts';
import { useRunChanges } from '../queries.ts';
import type { EditorAddress } from '../route.tsx';
import { Canvas, type CanvasEdits } from './Canvas.tsx';
import styles from './Editor.module.css';
import { EditorHeader } from './EditorHeader.tsx';
import { EditTools } from './EditTools.tsx';
import { type Mark, type Marks, NO_MARKS } from './marks.ts';
import { SidePanel } from './SidePanel.tsx';
import { Troubles } from './Troubles.tsx';
import { useEditor } from './use-editor.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { type View, ViewContext } from './view.ts';

export function Editor({ automation }: { automation: types.Automation }) {
  const editor = useEditor(automation);
  const { draft, problems } = editor;
  const address = useSearch({ from: '/frame/automations/$automationId' });
  const navigate = useNavigate();
  const [selected, select] = useState<string | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const side = useRef<HTMLElement>(null);
  useRunChanges(automation.id);
  const open = (next: EditorAddress) =>
    void navigate({ to: '/automations/$automationId', params: { automationId: automation.id }, search: next, replace: true });
  const actions = useEditorActions(editor, { selected, select, open });
  const isKnown = selected === TRIGGER || (selected !== null && stepOf(draft, selected) !== undefined);
  // After undo the selected step may be gone, after a rename it has another id.
  useEffect(() => {
    if (selected !== null && !isKnown && !view) select(null);
  }, [selected, isKnown, view]);
  const views = useMemo(() => ({ show: setView, strip }), [strip]);
  const drawing = useDrawing(view ?? draft);
  const marks = useProblemMarks(problems);
  const edits: CanvasEdits | null =
    editor.isEditable && !view
      ? {
          move: (positions) => editor.change({ do: 'move', positions }),
          connect: (stepId, path, to) => editor.change({ do: 'connect', from: { stepId, path }, to }),
          disconnect: (stepId, path) => editor.change({ do: 'disconnect', from: { stepId, path } }),
          remove: actions.remove,
        }
      : null;
  const shown = view ?? draft;
  return (
    <ViewContext value={views}>
      <Page header={<EditorHeader editor={editor} address={address} onOpen={open} />}>
        <div data-automation={automation.id} className={cx(styles.area, (isKnown || address.panel) && styles.withSide)}>
          <div className={styles.main}>
            <Troubles editor={editor} onSelect={select} />
            <Canvas
              key={view ? 'view' : 'draft'}
              trigger={shown.trigger}
              steps={shown.steps}
              drawing={drawing}
              marks={view?.marks ?? marks}
              selected={selected}
              onSelect={select}
              onOpen={() => focusFirstField(side)}
              edits={edits}
              tools={edits && <EditTools actions={actions} />}
            />
            <div ref={setStrip} className={styles.strip} />
          </div>
          <SidePanel ref={side} editor={editor} address={address} selected={selected} select={select} onOpen={open} />
        </div>
      </Page>
    </ViewContext>
  );
}

/** Texts do not change the drawing: only ids, exits and positions do, so a letter in a form lays nothing out. */
function useDrawing({ steps, layout, lines }: { steps: View['steps']; layout: View['layout']; lines?: View['lines'] }) {
  const source = { steps: [...steps], layout };
  const [last, setLast] = useState(source);
  const isSame = isDrawnAlike(last, source);
  if (!isSame) setLast(source);
  const drawnSource = isSame ? last : source;
  const stable = useMemo(() => draw(drawnSource), [drawnSource]);
  return useMemo(() => (lines ? { ...stable, lines: [...stable.lines, ...lines] } : stable), [stable, lines]);
}

const useProblemMarks = (problems: readonly { stepId: string | null }[]): Marks =>
  useMemo(() => {
    if (problems.length === 0) return NO_MARKS;
    const boxes = new Map<string, Mark>();
    for (const { stepId } of problems) {
      const id = stepId ?? TRIGGER;
      boxes.set(id, { errors: (boxes.get(id)?.errors ?? 0) + 1 });
    }
    return { boxes, lines: new Map() };
  }, [problems]);

/** The panel is there only when the step has been selected. */
function focusFirstField(side: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => side.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus());
}
