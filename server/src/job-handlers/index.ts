import { advanceRun } from '../domain/automations/index.ts';
import { changeChats } from '../domain/bulk-actions/index.ts';
import {
  createAudienceReader,
  expandAudience as planCampaign,
  dispatchRun as releaseCampaign,
  startCampaignRun,
} from '../domain/campaigns/index.ts';
import {
  assignWaitingChats as assignChats,
  checkSla,
  dateChats,
  unassignChats as releaseChats,
  wakeChat,
} from '../domain/chats/index.ts';
import { eraseMore } from '../domain/contact-erasure/index.ts';
import { indexContactNames, matchPhoneNumbers } from '../domain/contacts/index.ts';
import { indexOlderMessages, releaseMessage } from '../domain/messages/index.ts';
import { applyRetention } from '../domain/retention/index.ts';
import type { Work } from '../queue/index.ts';
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
import { createInvitationMailer, createResetMailer, type MailDeps } from './mail-account.ts';
import { createMailboxPoller } from './poll-mailbox.ts';
import { createInboundReader } from './process-inbound.ts';
import { createPusher, type PushDeps } from './push-notification.ts';
import { createTemplateRemover } from './remove-template.ts';
import { replayWebhook } from './replay-webhook.ts';
import { createMessageSender, type SendDeps } from './send-message.ts';
import { createTemplateSubmitter } from './submit-template.ts';

/** Every kind of job, its handler and how many run at once in a process. A kind without a line here does not compile. */
export function createJobHandlers(deps: DeliverDeps & SendDeps & MediaDeps & CallDeps & MailDeps & PushDeps): Work[] {
  const deliver = createDeliverer(deps);
  const send = createMessageSender(deps);
  const handlers = {
    fanOutEvent: { transactional: fanOutEvent, shared: fanOutBatch, concurrency: 50 },
    fanOutOrdered: { transactional: fanOutEvent, concurrency: 20 },
    deliverWebhook: { external: deliver, concurrency: 500 },
    deliverOrdered: { external: deliver, concurrency: 500 },
    replayWebhook: { transactional: replayWebhook, concurrency: 4 },
    submitTemplate: { external: createTemplateSubmitter(deps), concurrency: 6 },
    removeTemplate: { external: createTemplateRemover(deps), concurrency: 6 },
    processInbound: { external: createInboundReader(deps), concurrency: 500 },
    sendMessage: { external: send.single, concurrency: 500 },
    sendMessages: { external: send.shared, concurrency: 8 },
    lookUpSend: { external: createLookUp(deps), concurrency: 20 },
    releaseMessage: { transactional: releaseMessage, concurrency: 20 },
    fetchMedia: { external: createMediaFetcher(deps), concurrency: 20 },
    fetchProfile: { external: createProfileFetcher(deps), concurrency: 10 },
    pollMailbox: { external: createMailboxPoller(deps), concurrency: 16 },
    advanceRun: { stepwise: advanceRun, concurrency: 50 },
    callHttp: { external: createHttpCaller(deps), concurrency: 40 },
    startCampaignRun: { stepwise: startCampaignRun, concurrency: 6 },
    importAudience: { stepwise: createAudienceReader(deps), concurrency: 4 },
    planCampaign: { stepwise: planCampaign, concurrency: 4 },
    releaseCampaign: { stepwise: releaseCampaign, concurrency: 20 },
    releaseChats: { transactional: releaseChats, concurrency: 4 },
    assignChats: { transactional: assignChats, concurrency: 8 },
    checkSla: { transactional: checkSla, concurrency: 20 },
    importContacts: { stepwise: createImporter(deps), concurrency: 4 },
    exportContacts: { external: createExporter(deps), concurrency: 4 },
    dateChats: { stepwise: dateChats, concurrency: 4 },
    matchPhoneNumbers: { stepwise: matchPhoneNumbers, concurrency: 4 },
    changeChats: { stepwise: changeChats, concurrency: 4 },
    indexMessages: { stepwise: indexOlderMessages, concurrency: 2 },
    indexContactNames: { stepwise: indexContactNames, concurrency: 2 },
    eraseContact: { stepwise: eraseMore, concurrency: 4 },
    applyRetention: { stepwise: applyRetention, concurrency: 2 },
    pushNotification: { external: createPusher(deps), concurrency: 40 },
    wakeChat: { transactional: wakeChat, concurrency: 10 },
    mailInvitation: { external: createInvitationMailer(deps), concurrency: 4 },
    mailPasswordReset: { external: createResetMailer(deps), concurrency: 4 },
    // Outside the database, but safe to repeat: a request that claims the bytes meanwhile waits for this transaction.
    deleteStoredFile: {
      transactional: (_ctx: Ctx, input: { storeKey: string }) => deps.files.delete(input.storeKey),
      concurrency: 10,
    },
  } satisfies Record<keyof typeof jobs, object>;
  return Object.entries(handlers).map(([name, work]) => ({ job: jobs[name as keyof typeof jobs], ...work }) as Work);
}
