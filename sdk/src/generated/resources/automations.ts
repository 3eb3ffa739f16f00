// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Automatic actions: a trigger and steps. */
export class Automations {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create an automation as a draft with its first version; it does nothing until it is published. Needs the scope `automations.write`. */
  create(body: types.CreateAutomationBody, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      { operation: 'createAutomation', method: 'POST', path: '/v3/automations', body, isKeyed: true },
      options,
    );
  }

  /** Read an automation with its active and its latest version. Needs the scope `automations.read`. */
  get(automationId: string, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      { operation: 'getAutomation', method: 'GET', path: path`/v3/automations/${automationId}` },
      options,
    );
  }

  /** Change an automation; another trigger, other steps or another layout make a new version. What is not given stays. Needs the scope `automations.write`. */
  update(automationId: string, body: types.UpdateAutomationBody, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      { operation: 'updateAutomation', method: 'PUT', path: path`/v3/automations/${automationId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete an automation and its versions; its runs that have not ended are cancelled. Needs the scope `automations.write`. */
  delete(automationId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'deleteAutomation', method: 'DELETE', path: path`/v3/automations/${automationId}` },
      options,
    );
  }

  /** Search automations; search looks in the name. Needs the scope `automations.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Automation>> {
    return this.#transport.page(
      { operation: 'searchAutomations', method: 'POST', path: '/v3/automations/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Automation> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Start an active automation for a contact or in a chat, now or at a later time. Needs the scope `automations.trigger`. */
  trigger(automationId: string, body: types.TriggerAutomationBody = {}, options?: CallOptions): Promise<void> {
    return this.#transport.done(
      {
        operation: 'triggerAutomation',
        method: 'POST',
        path: path`/v3/automations/${automationId}/trigger`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** Activate the latest or the given version; running runs keep their version. Needs the scope `automations.write`. */
  publish(automationId: string, body: types.PublishAutomationBody = {}, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      {
        operation: 'publishAutomation',
        method: 'POST',
        path: path`/v3/automations/${automationId}/publish`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /** Run the latest or the given version with made-up replies and answers, without any effect, and return the path. Needs the scope `automations.read`. */
  simulate(
    automationId: string,
    body: types.SimulateAutomationBody = {},
    options?: CallOptions,
  ): Promise<types.AutomationSimulation> {
    return this.#transport.data(
      { operation: 'simulateAutomation', method: 'POST', path: path`/v3/automations/${automationId}/simulate`, body },
      options,
    );
  }

  /** Pause an automation; it does not start until it is published again. Needs the scope `automations.write`. */
  pause(automationId: string, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      {
        operation: 'pauseAutomation',
        method: 'POST',
        path: path`/v3/automations/${automationId}/pause`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Archive an automation permanently; it can still be read. Needs the scope `automations.write`. */
  archive(automationId: string, options?: CallOptions): Promise<types.Automation> {
    return this.#transport.data(
      {
        operation: 'archiveAutomation',
        method: 'POST',
        path: path`/v3/automations/${automationId}/archive`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Search the versions of an automation, the newest first; search looks in the type of the trigger. Needs the scope `automations.read`. */
  searchVersions(automationId: string, body: Search = {}, options?: CallOptions): Promise<Page<types.AutomationVersion>> {
    return this.#transport.page(
      {
        operation: 'searchAutomationVersions',
        method: 'POST',
        path: path`/v3/automations/${automationId}/versions/search`,
        body,
      },
      options,
    );
  }

  /** All that `searchVersions` finds, page by page. */
  eachVersions(automationId: string, search: Each = {}, options?: CallOptions): AsyncGenerator<types.AutomationVersion> {
    return eachItem(search, (body) => this.searchVersions(automationId, body, options));
  }

  /** Read one version of an automation. Needs the scope `automations.read`. */
  getVersion(automationId: string, automationVersionId: string, options?: CallOptions): Promise<types.AutomationVersion> {
    return this.#transport.data(
      {
        operation: 'getAutomationVersion',
        method: 'GET',
        path: path`/v3/automations/${automationId}/versions/${automationVersionId}`,
      },
      options,
    );
  }

  /** Count the outcomes of each step in a time range; the default is the last 30 days. Needs the scope `automations.read`. */
  countSteps(automationId: string, body: types.CountAutomationStepsBody = {}, options?: CallOptions): Promise<types.StepCounts> {
    return this.#transport.data(
      { operation: 'countAutomationSteps', method: 'POST', path: path`/v3/automations/${automationId}/step_counts`, body },
      options,
    );
  }
}
