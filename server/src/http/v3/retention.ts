import { getRetention, setRetention } from '../../domain/retention/index.ts';
import type { Config } from '../../platform/config.ts';
import { Retention, RetentionSet, toRetention } from '../../wire/v3/retention.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Retention';
const path = '/retention';

const installationOf = ({ MESSAGE_RETENTION_DAYS, EVENT_RETENTION_DAYS }: Config) => ({
  messageDays: MESSAGE_RETENTION_DAYS,
  eventDays: EVENT_RETENTION_DAYS,
});

export const retention = [
  route({
    method: 'GET',
    path,
    operationId: 'getRetention',
    summary: 'Read the retention of messages and events in days',
    tag,
    scope: 'admin',
    viewers: 'forbidden',
    reply: dataReply(Retention),
    handle: async (ctx, _input, { config }) => ({ data: toRetention(await getRetention(ctx), installationOf(config)) }),
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'setRetention',
    summary: 'Set a shorter retention of messages and events than the installation; null uses that of the installation',
    tag,
    scope: 'admin',
    viewers: 'forbidden',
    body: RetentionSet,
    reply: dataReply(Retention),
    handle: async (ctx, { body }, { config }) => {
      const installation = installationOf(config);
      return { data: toRetention(await setRetention(ctx, body, installation), installation) };
    },
  }),
];
