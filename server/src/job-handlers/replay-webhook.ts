import { type ReplayInput, replayPage } from '../domain/webhooks/index.ts';
import type { Handler } from '../queue/worker.ts';
import { wants } from './render.ts';

/** A replay goes to whom the fan-out would have gone. */
export const replayWebhook: Handler<ReplayInput> = (ctx, input) => replayPage(ctx, input, wants);
