import type { Page } from 'playwright-core';
import { createTemplate } from '../console/campaign-scene.ts';
import { until } from '../console/expect.ts';
import { inPage, openInbox, type Scene } from './console-scene.ts';

type Campaign = { id: string; status: string; counts: { recipients: number; sent: number } | null };

const PLANNING_MS = 600_000;
const WITHIN_MS = 60_000;
/** The page is watched this long without clicks, so that only events change it. */
const WATCHED_MS = 15_000;
const WARM_UP = 4;

export type CampaignTimes = { recipients: number; updatesPerSecond: number; clicks: number[] };

/**
 * A campaign to every contact of the tenant while it runs. `updatesPerSecond`: how often its page changes. `clicks`: from a click to the
 * painted result: the figures as a table and as a chart, and the recipients of a state.
 */
export async function measureCampaign(scene: Scene, ratePerSecond: number, samples: number): Promise<CampaignTimes> {
  const id = await startCampaign(scene, ratePerSecond);
  const { environment } = scene;
  const page = await openInbox(scene);
  await page.goto(`${environment.apiUrl}/console/campaigns/${id}`);
  await until(() => inPage<boolean>(page, 'isCampaignShown()'), 'the campaign is shown', WITHIN_MS);
  await page.locator('canvas').first().waitFor();
  const updates = await inPage<number>(page, `countUpdates(${WATCHED_MS})`);
  const clicks: number[] = [];
  for (let n = 0; n < samples + WARM_UP; n++) clicks.push(await clickOnce(page, n));
  const { status, counts } = await environment.call<Campaign>('GET', `/v3/campaigns/${id}`);
  await environment.call('POST', `/v3/campaigns/${id}/cancel`, {});
  await page.context().close();
  if (status !== 'running' || updates === 0)
    throw new Error(`the campaign did not run: ${status}, ${updates} updates, ${counts?.sent} sent`);
  return { recipients: counts?.recipients ?? 0, updatesPerSecond: updates / (WATCHED_MS / 1_000), clicks: clicks.slice(WARM_UP) };
}

/** Starts a campaign for all contacts and waits until its audience is read. */
async function startCampaign(scene: Scene, ratePerSecond: number): Promise<string> {
  const { environment } = scene;
  const { call, whatsapp } = environment;
  const templateId = await createTemplate(scene, 'bench_campaign');
  await call('PUT', `/v3/channels/${whatsapp.channelId}`, { ratePerSecond });
  const { id } = await call('POST', '/v3/campaigns', {
    channelId: whatsapp.channelId,
    name: 'Bench',
    content: { type: 'template', template: { id: templateId, variables: { '1': '{{contact.firstName|there}}' } } },
    audience: { all: true },
  });
  await call('POST', `/v3/campaigns/${id}/start`, {});
  const isPlanned = async () => {
    const { runs } = await call<{ runs: { status: string; counts: { sent: number } }[] }>(
      'GET',
      `/v3/campaigns/${id}/statistics`,
    );
    return runs[0] !== undefined && runs[0].status !== 'planning' && runs[0].counts.sent > 0;
  };
  await until(isPlanned, 'the audience is read', PLANNING_MS);
  return id ?? '';
}

const clickOnce = (page: Page, n: number): Promise<number> =>
  inPage<number>(
    page,
    n % 2 === 0 ? `clickButton('Show as table', 'Show as chart')` : `clickButton('Show as chart', 'Show as table')`,
  );
