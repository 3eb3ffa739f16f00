import { advanceRun } from '../domain/automations/index.ts';
import {
  createAudienceReader,
  expandAudience as planCampaign,
  dispatchRun as releaseCampaign,
  startCampaignRun,
} from '../domain/campaigns/index.ts';
import { unassignChats as releaseChats, wakeChat } from '../domain/chats/index.ts';
import { eraseMore } from '../domain/contact-erasure/index.ts';
import { matchPhoneNumbers } from '../domain/contacts/index.ts';
import { releaseMessage } from '../domain/messages/index.ts';
import { applyRetention } from '../domain/retention/index.ts';
import type { Work } from '../queue/worker.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { type CallDeps, createHttpCaller } from './call-http.ts';
import { createDeliverer, type DeliverDeps } from './deliver-webhook.ts';
import { createExporter } from './export-contacts.ts';
import { fanOutBatch, fanOutEvent } from './fan-out-event.ts';
import { createMediaFetcher, type MediaDeps } from './fetch-media.ts';
import { createProfileFetcher } from './fetch-profile.ts';
import { createImporter } from './import-contacts.ts';
import { createLookUp } from './look-up-send.ts';
import { createMailboxPoller } from './poll-mailbox.ts';
import { createInboundReader } from './process-inbound.ts';
import { createTemplateRemover } from './remove-template.ts';
import { replayWebhook } from './replay-webhook.ts';
import { createMessageSender, type SendDeps } from './send-message.ts';
import { createTemplateSubmitter } from './submit-template.ts';

/** Every job and who does it. A job without a line here does not compile. */
export function workflows(deps: DeliverDeps & SendDeps & MediaDeps & CallDeps): Work[] {
  const deliver = createDeliverer(deps);
  const send = createMessageSender(deps);
  const works = {
    fanOutEvent: { handle: fanOutEvent, together: fanOutBatch, concurrency: 50 },
    fanOutOrdered: { handle: fanOutEvent, concurrency: 20 },
    deliverWebhook: { handleBatch: deliver, concurrency: 500 },
    deliverOrdered: { handleBatch: deliver, concurrency: 500 },
    replayWebhook: { handle: replayWebhook, concurrency: 4 },
    submitTemplate: { handleBatch: createTemplateSubmitter(deps), concurrency: 6 },
    removeTemplate: { handleBatch: createTemplateRemover(deps), concurrency: 6 },
    processInbound: { handleBatch: createInboundReader(deps), concurrency: 500 },
    sendMessage: { handleBatch: send.single, concurrency: 500 },
    sendMessages: { handleBatch: send.shared, concurrency: 16 },
    lookUpSend: { handleBatch: createLookUp(deps), concurrency: 20 },
    releaseMessage: { handle: releaseMessage, concurrency: 20 },
    fetchMedia: { handleBatch: createMediaFetcher(deps), concurrency: 20 },
    fetchProfile: { handleBatch: createProfileFetcher(deps), concurrency: 10 },
    pollMailbox: { handleBatch: createMailboxPoller(deps), concurrency: 16 },
    advanceRun: { proceed: advanceRun, concurrency: 50 },
    callHttp: { handleBatch: createHttpCaller(deps), concurrency: 40 },
    startCampaignRun: { proceed: startCampaignRun, concurrency: 6 },
    importAudience: { proceed: createAudienceReader(deps), concurrency: 4 },
    planCampaign: { proceed: planCampaign, concurrency: 4 },
    releaseCampaign: { proceed: releaseCampaign, concurrency: 20 },
    releaseChats: { handle: releaseChats, concurrency: 4 },
    importContacts: { proceed: createImporter(deps), concurrency: 4 },
    exportContacts: { handleBatch: createExporter(deps), concurrency: 4 },
    matchPhoneNumbers: { proceed: matchPhoneNumbers, concurrency: 4 },
    eraseContact: { proceed: eraseMore, concurrency: 4 },
    applyRetention: { proceed: applyRetention, concurrency: 2 },
    wakeChat: { handle: wakeChat, concurrency: 10 },
    // Outside the database, but safe to repeat: whoever claims the bytes meanwhile waits for this transaction.
    deleteStoredFile: { handle: (_ctx: Ctx, input: { storeKey: string }) => deps.files.delete(input.storeKey), concurrency: 10 },
  } satisfies Record<keyof typeof jobs, object>;
  return Object.entries(works).map(([name, work]) => ({ job: jobs[name as keyof typeof jobs], ...work }) as Work);
}
