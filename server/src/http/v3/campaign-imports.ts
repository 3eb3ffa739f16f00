import { getImport, searchRefusedLines } from '../../domain/campaigns/index.ts';
import { CampaignImport, RefusedLine, toCampaignImport, toRefusedLine } from '../../wire/v3/campaign-import.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

const read = { tag: 'Campaigns', scope: 'campaigns.read', feature: 'campaigns' } as const;

export const campaignImports = [
  route({
    ...read,
    method: 'GET',
    path: '/campaigns/:campaignId/import',
    operationId: 'getCampaignImport',
    viewers: 'forbidden',
    summary: 'Read the progress of a campaign’s file import; null if its audience is not a file',
    reply: dataReply(CampaignImport.nullable()),
    handle: async (ctx, { params }) => {
      const reading = await getImport(ctx, params.campaignId);
      return { data: reading && toCampaignImport(reading) };
    },
  }),
  route({
    ...read,
    method: 'POST',
    path: '/campaigns/:campaignId/refused_lines/search',
    operationId: 'searchRefusedLines',
    viewers: 'forbidden',
    summary: 'Search the rejected lines of a campaign’s file, each with its reason; search looks in the line',
    body: SearchBody,
    reply: searchReply(RefusedLine),
    handle: async (ctx, { params, body }) =>
      toSearchReply(await searchRefusedLines(ctx, params.campaignId, body), toRefusedLine, body),
  }),
];
