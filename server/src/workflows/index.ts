import { jobs } from '../catalogue/jobs.ts';
import { wakeChat } from '../domain/chats/index.ts';
import type { Work } from '../engine/worker.ts';
import { createDeliverer, type DeliverDeps } from './deliver-webhook.ts';
import { fanOutEvent } from './fan-out-event.ts';
import { replayWebhook } from './replay-webhook.ts';

/** Every job and who does it. A job without a line here does not compile. */
export function workflows(deps: DeliverDeps): Work[] {
  const deliver = createDeliverer(deps);
  const works = {
    fanOutEvent: { handle: fanOutEvent, concurrency: 20 },
    fanOutOrdered: { handle: fanOutEvent, concurrency: 20 },
    deliverWebhook: { handleBatch: deliver, concurrency: 500 },
    deliverOrdered: { handleBatch: deliver, concurrency: 500 },
    replayWebhook: { handle: replayWebhook, concurrency: 2 },
    wakeChat: { handle: wakeChat, concurrency: 5 },
  } satisfies Record<keyof typeof jobs, object>;
  return Object.entries(works).map(([name, work]) => ({ job: jobs[name as keyof typeof jobs], ...work }) as Work);
}
