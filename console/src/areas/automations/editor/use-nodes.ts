import { useLingui } from '@lingui/react/macro';
import { MarkerType } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import type { Layout, Position, Step, Trigger } from '../definition/types.ts';
import type { Drawing } from '../drawing/draw.ts';
import { TRIGGER } from '../drawing/place.ts';
import { BOX } from '../drawing/size.ts';
import { useWords } from '../words.ts';
import type { BoxNode } from './Box.tsx';
import styles from './Canvas.module.css';
import type { Marks } from './marks.ts';
import type { RoutedEdge } from './RoutedLine.tsx';

type Source = {
  trigger: Trigger;
  steps: readonly Step[];
  positions: Layout;
  marks: Marks;
  selected: string | null;
  isEditable: boolean;
};

/** Returns the boxes. One that has not changed is the same object, so that a letter in a form draws one box and not 300. */
export function useNodes({ trigger, steps, positions, marks, selected, isEditable }: Source): BoxNode[] {
  const { t } = useLingui();
  const words = useWords();
  const before = useRef(new Map<string, BoxNode>());
  return useMemo(() => {
    const keep = (node: BoxNode): BoxNode => {
      const old = before.current.get(node.id);
      return old && isSame(old, node) ? old : node;
    };
    const common = (id: string) => ({
      id,
      position: positions[id] ?? ({ x: 0, y: 0 } satisfies Position),
      selected: id === selected,
      ...BOX,
      // Without it React Flow forgets the sockets of a changed box, draws its lines again, and measures it.
      measured: BOX,
    });
    const errorsOf = (id: string) => marks.boxes.get(id)?.errors ?? 0;
    const name = (id: string, label: string) => (errorsOf(id) > 0 ? t`${label}, with errors` : label);
    const nodes: BoxNode[] = [
      keep({
        ...common(TRIGGER),
        type: 'trigger',
        data: { trigger, mark: marks.boxes.get(TRIGGER) },
        draggable: false,
        deletable: false,
        ariaLabel: name(TRIGGER, `${t`Trigger`}: ${words.trigger(trigger.type)}`),
      }),
      ...steps.map((step) =>
        keep({
          ...common(step.id),
          type: 'step',
          data: { step, mark: marks.boxes.get(step.id) },
          draggable: isEditable,
          ariaLabel: name(step.id, `${words.stepKind(step.type)}: ${step.id}`),
        }),
      ),
    ];
    before.current = new Map(nodes.map((node) => [node.id, node]));
    return nodes;
  }, [trigger, steps, positions, marks, selected, isEditable, t, words]);
}

function isSame(a: BoxNode, b: BoxNode): boolean {
  const sameBox =
    a.selected === b.selected &&
    a.ariaLabel === b.ariaLabel &&
    a.draggable === b.draggable &&
    a.position.x === b.position.x &&
    a.position.y === b.position.y &&
    sameMark(a, b);
  if (a.type === 'step' && b.type === 'step') return sameBox && a.data.step === b.data.step;
  return sameBox && a.type === 'trigger' && b.type === 'trigger' && a.data.trigger === b.data.trigger;
}

const sameMark = (a: BoxNode, b: BoxNode): boolean => JSON.stringify(a.data.mark) === JSON.stringify(b.data.mark);

/** Returns the lines between boxes. */
export function useLines({ lines, positions }: Drawing, marks: Marks, isEditable: boolean): RoutedEdge[] {
  const words = useWords();
  return useMemo(() => {
    const data = { boxes: Object.values(positions) };
    return lines.map(({ id, source, path, target, isNamed }) => {
      const tone = marks.lines.get(id);
      return {
        id,
        type: 'routed' as const,
        data,
        source,
        sourceHandle: path,
        target,
        ...(isNamed && { label: words.exit(path) }),
        className: tone ? styles[`line-${tone}`] : styles.line,
        markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14 },
        deletable: isEditable && source !== TRIGGER,
        focusable: false,
        selectable: isEditable && source !== TRIGGER,
      };
    });
  }, [lines, positions, marks, isEditable, words]);
}
