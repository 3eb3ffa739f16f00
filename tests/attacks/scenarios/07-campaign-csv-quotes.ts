import { callerFor, longestStall, type Reply, until } from '../caller.ts';
import type { Scenario } from '../environment.ts';

/** Each line ends inside quotes that the next line closes and opens again, so a reader that starts again after each line reads 64 KB for it. */
const LINE = 'x",b,"y\n';
const LINES = 8_000;
const READ_WITHIN_MS = 120_000;
const LONGEST_STALL_MS = 8_000;

export const scenario: Scenario = {
  entry: 7,
  title: 'a campaign’s CSV file full of quotes that are never closed',
  async run(environment) {
    const [{ baseUrl }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { get, post, uploadCsv } = callerFor(baseUrl, tenant.token);
    const fileId = await uploadCsv(`phone,name,city\n${LINE.repeat(LINES)}+4915112345678,Ada,Bern\n`);
    const { id: channelId } = await tenant.channel('sms');
    const audience = { upload: { fileId, mapping: { phone: 'phoneNumber' } } };
    const made = await post('/v3/campaigns', { name: 'From a file', channelId, audience });
    if (made.status !== 201) throw new Error(`the campaign was answered with ${made.status}`);
    const read = until('the file is read', READ_WITHIN_MS, async () =>
      ended(await get(`/v3/campaigns/${made.body.data.id}/import`)),
    );
    const stallMs = await longestStall(baseUrl, () => read);
    const { status, accepted, refused } = await read;
    if (stallMs > LONGEST_STALL_MS) throw new Error(`no request was answered for ${Math.round(stallMs)} ms`);
    if (status !== 'completed' || accepted !== 1 || refused !== LINES)
      throw new Error(`the import is ${status} with ${accepted} people and ${refused} refused lines`);
  },
};

const ended = ({ body }: Reply) => (body.data.status === 'reading' ? undefined : body.data);
