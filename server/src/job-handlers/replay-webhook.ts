import { type ReplayInput, replayPage } from '../domain/webhooks/index.ts';
import type { TransactionalHandler } from '../queue/index.ts';
import { wants } from './render.ts';

/** A replay goes to whom the fan-out would have gone. */
export const replayWebhook: TransactionalHandler<ReplayInput> = (ctx, input) => replayPage(ctx, input, wants);
