// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Runs of automations for single contacts, step by step. */
export class AutomationRuns {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search runs of automations. Needs the scope `automations.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.AutomationRun>> {
    return this.#transport.page(
      { operation: 'searchAutomationRuns', method: 'POST', path: '/v3/automation_runs/search', body },
      options,
    );
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.AutomationRun> {
    return eachItem(search, (body) => this.search(body, options));
  }

  /** Read a run with its steps, their times and outcomes. Needs the scope `automations.read`. */
  get(automationRunId: string, options?: CallOptions): Promise<types.AutomationRunWithSteps> {
    return this.#transport.data(
      { operation: 'getAutomationRun', method: 'GET', path: path`/v3/automation_runs/${automationRunId}` },
      options,
    );
  }

  /** Cancel a run; completed steps are not undone. Needs the scope `automations.write`. */
  cancel(automationRunId: string, options?: CallOptions): Promise<types.AutomationRunWithSteps> {
    return this.#transport.data(
      {
        operation: 'cancelAutomationRun',
        method: 'POST',
        path: path`/v3/automation_runs/${automationRunId}/cancel`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }

  /** Retry a failed run from the step that failed. Needs the scope `automations.write`. */
  retry(automationRunId: string, options?: CallOptions): Promise<types.AutomationRunWithSteps> {
    return this.#transport.data(
      {
        operation: 'retryAutomationRun',
        method: 'POST',
        path: path`/v3/automation_runs/${automationRunId}/retry`,
        body: {},
        isKeyed: true,
      },
      options,
    );
  }
}
