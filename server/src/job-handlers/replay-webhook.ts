import { type ReplayInput, replayPage } from '../domain/webhooks/index.ts';
import type { TransactionalHandler } from '../queue/index.ts';
import { wants } from './render.ts';

/** Replays events with the same conditions as the fan-out. */
export const replayWebhook: TransactionalHandler<ReplayInput> = (ctx, input) => replayPage(ctx, input, wants);
