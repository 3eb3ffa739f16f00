import '@xyflow/react/dist/base.css';
import { useLingui } from '@lingui/react/macro';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton, useNarrow } from '../../../kit/index.ts';
import type { Layout, Step, Trigger } from '../definition/types.ts';
import type { Drawing } from '../drawing/draw.ts';
import { type Direction, neighbour } from '../drawing/neighbour.ts';
import { TRIGGER } from '../drawing/place.ts';
import { BOX } from '../drawing/size.ts';
import { type BoxNode, StepBox, TriggerBox } from './Box.tsx';
import styles from './Canvas.module.css';
import type { Marks } from './marks.ts';
import { type RoutedEdge, RoutedLine } from './RoutedLine.tsx';
import { useLines, useNodes } from './use-nodes.ts';

/** What a person can change in the graph itself. Without them the graph is only looked at. */
export type CanvasEdits = {
  move: (positions: Layout) => void;
  connect: (stepId: string, path: string, to: string) => void;
  disconnect: (stepId: string, path: string) => void;
  remove: (ids: string[]) => void;
};

type Props = {
  trigger: Trigger;
  steps: readonly Step[];
  drawing: Drawing;
  marks: Marks;
  selected: string | null;
  onSelect: (id: string | null) => void;
  onOpen: () => void;
  edits: CanvasEdits | null;
  tools?: ReactNode;
};

const nodeTypes = { step: StepBox, trigger: TriggerBox };
const edgeTypes = { routed: RoutedLine };
const FIT = { padding: 0.15, maxZoom: 1 };
const FIRST_FIT = { ...FIT, minZoom: 0.5 };

/** The graph: boxes that can be moved and connected, with the mouse, by touch and from the keyboard. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ trigger, steps, drawing, marks, selected, onSelect, onOpen, edits, tools }: Props) {
  const { t } = useLingui();
  const source = { trigger, steps, positions: drawing.positions, marks, selected, isEditable: edits !== null };
  const drawn = useNodes(source);
  const [nodes, setNodes] = useState(drawn);
  const [last, setLast] = useState(drawn);
  if (last !== drawn) {
    setLast(drawn);
    setNodes(drawn);
  }
  const isNarrow = useNarrow();
  const lines = useLines(drawing, marks, edits !== null);
  const keyboard = useKeyboard({ drawing, selected, onSelect, onOpen, edits });
  const connect = ({ source, sourceHandle, target }: Connection) => {
    if (sourceHandle) edits?.connect(source, sourceHandle, target);
  };
  const drop = (_: unknown, __: unknown, moved: BoxNode[]) => {
    const positions = Object.fromEntries(moved.map(({ id, position }) => [id, rounded(position)]));
    edits?.move(withoutTrigger({ ...drawing.positions, ...positions }));
  };
  return (
    <section ref={keyboard.ref} className={styles.canvas} aria-label={t`Graph`} dir="ltr" onKeyDownCapture={keyboard.onKeyDown}>
      <ReactFlow<BoxNode, RoutedEdge>
        nodes={nodes}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={(changes) =>
          setNodes((now) =>
            applyNodeChanges(
              changes.filter(({ type }) => type === 'position'),
              now,
            ),
          )
        }
        onNodeClick={(_, { id }) => onSelect(id)}
        onNodeDragStart={(_, { id }) => onSelect(id)}
        onNodeDragStop={drop}
        onPaneClick={() => onSelect(null)}
        onConnect={connect}
        onEdgesDelete={(gone) => {
          for (const { source, sourceHandle } of gone) edits?.disconnect(source, sourceHandle ?? '');
        }}
        onInit={(flow: ReactFlowInstance<BoxNode, RoutedEdge>) => void flow.fitView(FIRST_FIT)}
        nodesConnectable={edits !== null}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        connectionRadius={40}
        onlyRenderVisibleElements
        minZoom={0.02}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1} />
        {tools && (
          <Panel position="top-left" className={styles.tools}>
            {tools}
          </Panel>
        )}
        <Panel position={isNarrow ? 'bottom-right' : 'top-right'} className={styles.tools}>
          <Zoom />
        </Panel>
      </ReactFlow>
    </section>
  );
}

const rounded = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x), y: Math.round(y) });
const withoutTrigger = ({ [TRIGGER]: _trigger, ...positions }: Layout): Layout => positions;

function Zoom() {
  const { t, i18n } = useLingui();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <>
      <IconButton label={t`Zoom out`} icon={<Minus size={16} aria-hidden />} onClick={() => void zoomOut()} />
      <span className={styles.zoom}>{i18n.number(zoom, { style: 'percent', maximumFractionDigits: 0 })}</span>
      <IconButton label={t`Zoom in`} icon={<Plus size={16} aria-hidden />} onClick={() => void zoomIn()} />
      <IconButton label={t`Fit`} icon={<Maximize size={16} aria-hidden />} onClick={() => void fitView(FIT)} />
    </>
  );
}

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const STEP_PX = 20;
const by: Record<Direction, { x: number; y: number }> = {
  up: { x: 0, y: -STEP_PX },
  down: { x: 0, y: STEP_PX },
  left: { x: -STEP_PX, y: 0 },
  right: { x: STEP_PX, y: 0 },
};

type Keyboard = Pick<Props, 'drawing' | 'selected' | 'onSelect' | 'onOpen' | 'edits'>;

/** Arrows go from box to box, with Shift they move the box; Enter opens its form, Delete removes it. */
function useKeyboard({ drawing: { positions }, selected, onSelect, onOpen, edits }: Keyboard) {
  const ref = useRef<HTMLElement>(null);
  const { getViewport, setCenter } = useReactFlow();
  const isFollowed = useRef(false);
  const show = useEffectEvent((id: string) => {
    const at = positions[id];
    const { width, height } = ref.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (!at) return;
    const { x, y, zoom } = getViewport();
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    const isVisible = left > 0 && top > 60 && left + BOX.width * zoom < width && top + BOX.height * zoom < height;
    if (!isVisible) void setCenter(at.x + BOX.width / 2, at.y + BOX.height / 2, { zoom: Math.max(zoom, 0.5) });
    requestAnimationFrame(() => focusBox(ref.current, id));
  });
  useEffect(() => {
    if (isFollowed.current && selected) show(selected);
    isFollowed.current = false;
  }, [selected]);
  const go = (direction: Direction) => {
    const next = neighbour(positions, selected ?? '', direction);
    isFollowed.current = next !== undefined && next !== selected;
    if (next) onSelect(next);
  };
  const move = (direction: Direction) => {
    const at = selected && positions[selected];
    if (!at || selected === TRIGGER) return;
    edits?.move(withoutTrigger({ ...positions, [selected]: { x: at.x + by[direction].x, y: at.y + by[direction].y } }));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    const box = event.target.closest<HTMLElement>('.react-flow__node');
    const direction = directions[event.key];
    if (!box && event.target !== ref.current) return;
    if (direction && event.shiftKey) move(direction);
    else if (direction) go(direction);
    else if (event.key === 'Enter' || event.key === ' ') {
      onSelect(box?.dataset.id ?? selected);
      onOpen();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && selected && selected !== TRIGGER)
      edits?.remove([selected]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { ref, onKeyDown };
}

function focusBox(canvas: HTMLElement | null, id: string): void {
  canvas?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}
