import type { Event } from '../domain/events/index.ts';
import { toV2Event, wantsEvent } from '../wire/v2/event.ts';
import { toEvent } from '../wire/v3/event.ts';

/** Renders an event in the API version of its subscriber. The only code outside the v2 folders that knows v2. */
export const render = (tenantId: string, event: Event, v2Type: string | null): string =>
  JSON.stringify(v2Type === null ? toEvent(tenantId, event) : toV2Event(tenantId, v2Type, event));

/** Returns whether a subscription that matches by type and channel gets this event. */
export const wants = (v2Type: string | null, event: Event): boolean =>
  v2Type === null || wantsEvent(v2Type, (event.data.sources as string[] | undefined) ?? []);
