import type { LogLine, RunState } from './execution/state.ts';

/** One contact's walk through one version. */
export type Run = RunState & {
  id: string;
  automationId: string;
  versionId: string;
  contactId: string;
  chatId: string | null;
  channelId: string | null;
  /** The message whose reply the run waits for. */
  askedMessageId: string | null;
  depth: number;
  /** Null for runs that began before there were chains. */
  chainId: string | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

/** A step of a run as it was done. */
export type RunStep = LogLine & { id: string; at: Date };

export const hasEnded = ({ status }: RunState): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';
