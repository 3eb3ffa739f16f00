/** A step as the API knows it: an id, a type, and the fields of its type. */
export type Step = { id: string; type: string } & Record<string, unknown>;
export type Trigger = { type: string; parameters?: Record<string, unknown> };
export type Position = { x: number; y: number };
export type Layout = Record<string, Position>;

/** A definition that is being edited. A run begins at the first step. Without a layout, steps are placed automatically. */
export type Draft = { trigger: Trigger; steps: Step[]; isSingle: boolean; layout: Layout };

/** The field of a step that names the step that follows, by its dotted path: `next`, `cases.0.next`. */
export type ExitRef = { stepId: string; path: string };
export type Exit = ExitRef & { target: string | undefined };
