import { readReport } from '../../domain/reports/index.ts';
import { Report, ReportSearch, toReport } from '../../wire/v3/report.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

export const reports = [
  route({
    method: 'POST',
    path: '/reports/search',
    operationId: 'searchReports',
    summary:
      'Count chats, messages, ratings or promised times, or measure first reply and resolution times, by hour, day, week or month and by channel, user or team',
    tag: 'Reports',
    scope: 'reports.read',
    viewers: 'forbidden',
    body: ReportSearch,
    reply: dataReply(Report),
    handle: async (ctx, { body }) => ({ data: toReport(await readReport(ctx, body)) }),
  }),
];
