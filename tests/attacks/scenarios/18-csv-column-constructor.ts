import { callerFor, type Reply, until } from '../caller.ts';
import type { Scenario } from '../environment.ts';

const READ_WITHIN_MS = 120_000;

/** Names that every JavaScript object has. */
const columns = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const file = `email,${columns.join(',')}\nada@example.com,a,b,c,d\n`;

export const scenario: Scenario = {
  entry: 18,
  title: 'a CSV column with the name of a property of every object',
  async run(environment) {
    const [{ baseUrl }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { get, post, uploadCsv } = callerFor(baseUrl, tenant.token);
    const fileId = await uploadCsv(file);
    await post('/v3/attributes', { name: 'Class', externalId: 'class', type: 'text' });
    for (const mapping of [{ email: 'email' }, { email: 'email', constructor: 'attributes.class' }]) {
      const made = await post('/v3/contact_imports', { fileId, mapping });
      if (made.status !== 201) throw new Error(`the import was answered with ${made.status}`);
      const ended = await until('the file is read', READ_WITHIN_MS, async () =>
        endedImport(await get(`/v3/contact_imports/${made.body.data.id}`)),
      );
      if (ended.status !== 'completed' || ended.counts.refused !== 0) throw new Error(`the import is ${JSON.stringify(ended)}`);
    }
    for (const name of ['constructor', '__proto__']) {
      const lost = await post('/v3/labels', `{"${name}": 1, "name": "a", "color": "#22c55e"}`);
      if (lost.status !== 400 || !Object.hasOwn(lost.body.error.invalidParams, name))
        throw new Error(`a parameter "${name}" is answered with ${JSON.stringify(lost.body)}`);
    }
    const audience = { upload: { fileId, mapping: { email: 'email', constructor: 'variables.constructor' } } };
    const campaign = await post('/v3/campaigns', { name: 'A', channelId: (await tenant.channel('sms')).id, audience });
    if (campaign.status !== 201) throw new Error(`the campaign was answered with ${campaign.status}`);
    await until('the campaign’s file is read', READ_WITHIN_MS, async () =>
      endedReading(await get(`/v3/campaigns/${campaign.body.data.id}/import`)),
    );
  },
};

const endedImport = ({ body }: Reply) => (body.data.status === 'running' ? undefined : body.data);
const endedReading = ({ body }: Reply) => (body.data.status === 'reading' ? undefined : body.data);
