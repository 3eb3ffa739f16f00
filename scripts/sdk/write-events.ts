import type { Operation, Schema } from './document.ts';

/** Writes the types of events that a webhook can subscribe to. */
export function writeEvents(operations: Operation[]): string {
  const body = operations.find(({ id }) => id === 'createWebhook')?.body;
  const type = body === 'file' ? undefined : body?.properties?.events?.items?.properties?.type;
  const names = type && enumOf(type);
  if (!names) throw new Error('createWebhook lists no types of events: scripts/sdk/write-events.ts looks for events[].type');
  return `
    /** Every type of event that a webhook can subscribe to. */
    export const webhookEventTypes = ${JSON.stringify(names)} as const;`;
}

const enumOf = ({ enum: values, anyOf }: Schema): unknown[] | undefined => values ?? anyOf?.find((one) => one.enum)?.enum;
