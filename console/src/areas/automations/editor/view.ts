import { createContext, useContext, useEffect } from 'react';
import type { Layout, Step, Trigger } from '../definition/types.ts';
import type { Line } from '../drawing/draw.ts';
import type { Marks } from './marks.ts';

/** What a panel shows in place of the definition that is edited: a run, a simulation, a comparison. */
export type View = {
  trigger: Trigger;
  steps: readonly Step[];
  layout: Layout;
  marks: Marks;
  /** Lines beside those of the steps: what an older version had. */
  lines?: readonly Line[];
};

/** `strip` is the place below the graph. */
type Views = { show: (view: View | null) => void; strip: HTMLElement | null };

export const ViewContext = createContext<Views>({ show: () => undefined, strip: null });

/** Shows a view in the graph while the panel is open. `view` must be the same object until it changes: use useMemo. */
export function useView(view: View | null): void {
  const { show } = useContext(ViewContext);
  useEffect(() => show(view), [view, show]);
  useEffect(() => () => show(null), [show]);
}

export const useStrip = (): HTMLElement | null => useContext(ViewContext).strip;
