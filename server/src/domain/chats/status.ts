import { Failure, invalidParam } from '../../platform/errors.ts';

export const chatStatuses = ['open', 'closed', 'snoozed'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

export type StatusRequest = { status: ChatStatus; snoozedUntil?: Date; triggerAutomations?: boolean };
export type StatusChange = { status: ChatStatus; snoozedUntil: Date | null };

const reachable: Record<ChatStatus, readonly ChatStatus[]> = {
  open: ['closed', 'snoozed'],
  closed: ['open'],
  snoozed: ['open'],
};

/** What is wrong with a request whatever the chat: said before anyone looks for it. */
export function checkStatusRequest({ status, snoozedUntil }: StatusRequest, now: Date): void {
  if (status === 'snoozed' && !snoozedUntil) throw invalidParam('snoozedUntil', 'required', 'Say until when the chat is snoozed');
  if (status !== 'snoozed' && snoozedUntil) throw invalidParam('snoozedUntil', 'custom', 'Only a snoozed chat has snoozedUntil');
  if (snoozedUntil && snoozedUntil <= now)
    throw invalidParam('snoozedUntil', 'invalid_date', 'snoozedUntil must be in the future');
}

/** What a request to set a status does to a chat: a change, or nothing when it has that status already. */
export function changeStatus(from: ChatStatus, { status, snoozedUntil }: StatusRequest): StatusChange | undefined {
  if (from === status) return undefined;
  if (!reachable[from].includes(status)) {
    throw new Failure('conflict', { message: `A ${from} chat cannot become ${status}; open it first` });
  }
  return { status, snoozedUntil: snoozedUntil ?? null };
}
