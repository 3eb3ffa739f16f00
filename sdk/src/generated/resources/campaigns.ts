// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** One message, or one automation, for many contacts: now, later, or again and again. */
export class Campaigns {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a campaign as a draft; nothing is sent until it is started. Needs the scope `campaigns.write`. */
  create(body: types.CreateCampaignBody, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'createCampaign', method: 'POST', path: '/v3/campaigns', body, isKeyed: true },
      options,
    );
  }

  /** Read a campaign. Needs the scope `campaigns.read`. */
  get(campaignId: string, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data({ operation: 'getCampaign', method: 'GET', path: path`/v3/campaigns/${campaignId}` }, options);
  }

  /** Change a draft, or a campaign that waits for its time; what is not given stays. Needs the scope `campaigns.write`. */
  update(campaignId: string, body: types.UpdateCampaignBody, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'updateCampaign', method: 'PUT', path: path`/v3/campaigns/${campaignId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a campaign that is not running, with its runs; its messages stay in the chats. Needs the scope `campaigns.write`. */
  delete(campaignId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteCampaign', method: 'DELETE', path: path`/v3/campaigns/${campaignId}` },
      options,
    );
  }

  /** Search campaigns; search looks in the name. Needs the scope `campaigns.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Campaign>> {
    return this.#transport.page({ operation: 'searchCampaigns', method: 'POST', path: '/v3/campaigns/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Campaign> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Start a draft, at once or at its scheduled time. Needs the scope `campaigns.write`. */
  start(campaignId: string, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'startCampaign', method: 'POST', path: path`/v3/campaigns/${campaignId}/start`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Pause a campaign; sending stops within a second. Needs the scope `campaigns.write`. */
  pause(campaignId: string, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'pauseCampaign', method: 'POST', path: path`/v3/campaigns/${campaignId}/pause`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Resume a paused campaign. Needs the scope `campaigns.write`. */
  resume(campaignId: string, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'resumeCampaign', method: 'POST', path: path`/v3/campaigns/${campaignId}/resume`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Cancel a campaign; messages that the provider has accepted arrive, all others are cancelled. Needs the scope `campaigns.write`. */
  cancel(campaignId: string, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'cancelCampaign', method: 'POST', path: path`/v3/campaigns/${campaignId}/cancel`, body: {}, isKeyed: true },
      options,
    );
  }

  /** Retry the failed recipients of the last run; those with an unknown outcome only on request. Needs the scope `campaigns.write`. */
  retry(campaignId: string, body: types.RetryCampaignBody = {}, options?: CallOptions): Promise<types.Campaign> {
    return this.#transport.data(
      { operation: 'retryCampaign', method: 'POST', path: path`/v3/campaigns/${campaignId}/retry`, body, isKeyed: true },
      options,
    );
  }

  /** Search the recipients of all runs of a campaign; search looks in the error. Needs the scope `campaigns.read`. */
  searchRecipients(campaignId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.CampaignRecipient>> {
    return this.#transport.page(
      { operation: 'searchCampaignRecipients', method: 'POST', path: path`/v3/campaigns/${campaignId}/recipients/search`, body },
      options,
    );
  }

  /** All that `searchRecipients` finds, page by page. */
  eachRecipients(campaignId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.CampaignRecipient> {
    return eachItem(search, (body) => this.searchRecipients(campaignId, body, options));
  }

  /** Count the recipients by state, in total and per run, with the rate and the estimated end, and by error. Needs the scope `campaigns.read`. */
  getStatistics(campaignId: string, options?: CallOptions): Promise<types.CampaignStatistics> {
    return this.#transport.data(
      { operation: 'getCampaignStatistics', method: 'GET', path: path`/v3/campaigns/${campaignId}/statistics` },
      options,
    );
  }

  /** Count what became of the recipients of a campaign, by quarter hour, hour or day: sent, failed, delivered, read and replied. Needs the scope `campaigns.read`. */
  readTimeline(campaignId: string, body: types.ReadCampaignTimelineBody, options?: CallOptions): Promise<types.CampaignTimeline> {
    return this.#transport.data(
      { operation: 'readCampaignTimeline', method: 'POST', path: path`/v3/campaigns/${campaignId}/timeline`, body },
      options,
    );
  }

  /** Count the contacts of an audience, and how many of them a message would reach. Needs the scope `contacts.read`. */
  countAudience(body: types.CountCampaignAudienceBody, options?: CallOptions): Promise<types.AudienceCount> {
    return this.#transport.data(
      { operation: 'countCampaignAudience', method: 'POST', path: '/v3/campaigns/audience_count', body },
      options,
    );
  }

  /** List the next times of a schedule, at most 20, without creating a campaign. Needs the scope `campaigns.read`. */
  previewSchedule(body: types.PreviewCampaignScheduleBody = {}, options?: CallOptions): Promise<types.SchedulePreview> {
    return this.#transport.data(
      { operation: 'previewCampaignSchedule', method: 'POST', path: '/v3/campaigns/schedule_preview', body },
      options,
    );
  }

  /** Read the progress of a campaign’s file import; null if its audience is not a file. Needs the scope `campaigns.read`. */
  getImport(campaignId: string, options?: CallOptions): Promise<types.CampaignImport | null> {
    return this.#transport.data(
      { operation: 'getCampaignImport', method: 'GET', path: path`/v3/campaigns/${campaignId}/import` },
      options,
    );
  }

  /** Search the rejected lines of a campaign’s file, each with its reason; search looks in the line. Needs the scope `campaigns.read`. */
  searchRefusedLines(campaignId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.RefusedLine>> {
    return this.#transport.page(
      { operation: 'searchRefusedLines', method: 'POST', path: path`/v3/campaigns/${campaignId}/refused_lines/search`, body },
      options,
    );
  }

  /** All that `searchRefusedLines` finds, page by page. */
  eachRefusedLines(campaignId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.RefusedLine> {
    return eachItem(search, (body) => this.searchRefusedLines(campaignId, body, options));
  }
}
