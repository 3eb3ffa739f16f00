import type { LogLine, RunState } from './execution/state.ts';

/** A run of one version for one contact. */
export type Run = RunState & {
  id: string;
  automationId: string;
  versionId: string;
  contactId: string;
  chatId: string | null;
  channelId: string | null;
  /** The message that asked the question whose reply the run waits for. */
  askedMessageId: string | null;
  depth: number;
  /** Null for runs from before chains were recorded. */
  chainId: string | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

/** A line of the log of a run. */
export type RunStep = LogLine & { id: string; at: Date };

export const hasEnded = ({ status }: RunState): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
