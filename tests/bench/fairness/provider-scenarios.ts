import { reserveFile } from '../../../server/src/domain/files/index.ts';
import { sendToContact } from '../../../server/src/domain/messages/index.ts';
import { enqueue, enqueueMany } from '../../../server/src/queue/index.ts';
import { jobs } from '../../../server/src/registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../../server/src/storage/context.ts';
import { seedContacts } from '../seed-contacts.ts';
import { connectMailbox, connectSms } from './connect-channel.ts';
import { newTenants, repeat, type Scenario, urlOf } from './scenario.ts';

/** More than are sent within the latency of a send: the messages of one chat are sent one after the other. */
const MEASURED_CONTACTS = 200;

/** A provider that is slow for one tenant. Both tenants use the same server, as tenants of one provider do. */
export const sendMessage: Scenario = {
  kind: 'send_message',
  mostPerSecond: 20,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const [slow, fast] = [await connectSms(setup, busy, 'slow'), await connectSms(setup, measured, 'fast')];
    const slowContacts = await seedContacts(setup.client, busy.tenantId, slowJobs);
    const contacts = await seedContacts(setup.client, measured.tenantId, MEASURED_CONTACTS);
    const send = (ctx: Ctx, channelId: string, contactId: string | undefined) =>
      sendToContact(ctx, { contactId: contactId ?? '', channelId }, { content: { type: 'text', text: 'Your order is here' } });
    let sends = 0;
    return {
      busy,
      measured,
      countDone: setup.servers.fastCalls,
      enqueueSlow: () => repeat(slowJobs, (n) => send(busy, slow, slowContacts[n])),
      enqueueOne: async () => (await send(measured, fast, contacts[sends++ % contacts.length])).id,
    };
  },
};

/** The same provider with files that download slowly. */
export const fetchMedia: Scenario = {
  kind: 'fetch_media',
  mostPerSecond: 10,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const [slow, fast] = [await connectSms(setup, busy, 'slow'), await connectSms(setup, measured, 'fast')];
    const enqueueFetch = (ctx: Ctx, channelId: string, path: string) =>
      inTransaction(ctx, async (ctx) => {
        const file = await reserveFile(ctx, { source: 'inbound' });
        const ref = { url: urlOf(setup.ports.provider, path) };
        const id = idFor(ctx);
        await enqueue(ctx, jobs.fetchMedia, { channelId, messageId: idFor(ctx), fileId: file.id, ref }, { id });
        return id;
      });
    return {
      busy,
      measured,
      countDone: setup.servers.fastCalls,
      enqueueSlow: () => repeat(slowJobs, () => enqueueFetch(busy, slow, '/media/slow')),
      enqueueOne: () => enqueueFetch(measured, fast, '/media/fast'),
    };
  },
};

/** The polls of the busy tenant are timers that become due together. */
export const pollMailbox: Scenario = {
  kind: 'poll_mailbox',
  mostPerSecond: 10,
  async open(setup, slowJobs) {
    const { busy, measured } = await newTenants(setup);
    const slow = await connectMailbox(setup, busy, setup.ports.slowImap);
    const fast = await connectMailbox(setup, measured, setup.ports.fastImap);
    return {
      busy,
      measured,
      countDone: setup.servers.fastCalls,
      enqueueSlow() {
        const at = new Date(Date.now() + 100);
        const poll = { input: { channelId: slow, cursor: '7:0' }, at };
        return inTransaction(busy, (ctx) => enqueueMany(ctx, jobs.pollMailbox, Array<typeof poll>(slowJobs).fill(poll)));
      },
      async enqueueOne() {
        const id = idFor(measured);
        await inTransaction(measured, (ctx) => enqueue(ctx, jobs.pollMailbox, { channelId: fast, cursor: '7:0' }, { id }));
        return id;
      },
    };
  },
};
