import { invalidParam } from '../../platform/errors.ts';

export const chatStatuses = ['open', 'closed', 'snoozed'] as const;
export type ChatStatus = (typeof chatStatuses)[number];

export type StatusRequest = { status: ChatStatus; snoozedUntil?: Date; triggerAutomations?: boolean };
export type StatusChange = { status: ChatStatus; snoozedUntil: Date | null };

/** Checks a request before the chat is loaded. */
export function checkStatusRequest({ status, snoozedUntil }: StatusRequest, now: Date): void {
  if (status === 'snoozed' && !snoozedUntil) throw invalidParam('snoozedUntil', 'required', 'Say until when the chat is snoozed');
  if (status !== 'snoozed' && snoozedUntil) throw invalidParam('snoozedUntil', 'custom', 'Only a snoozed chat has snoozedUntil');
  if (snoozedUntil && snoozedUntil <= now)
    throw invalidParam('snoozedUntil', 'invalid_date', 'snoozedUntil must be in the future');
}

export type CurrentStatus = { status: ChatStatus; snoozedUntil: Date | null };

/**
 * Returns the change that a request makes to a chat, or nothing when the chat has that status already. Any status can follow any
 * other; a snoozed chat that is snoozed until another time gets the new time.
 */
export function changeStatus(from: CurrentStatus, { status, snoozedUntil }: StatusRequest): StatusChange | undefined {
  const isSameTime = (from.snoozedUntil?.getTime() ?? null) === (snoozedUntil?.getTime() ?? null);
  if (from.status === status && isSameTime) return undefined;
  return { status, snoozedUntil: snoozedUntil ?? null };
}
