// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Tenants, queue and health of the whole installation, for its operators. */
export class Installation {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the health, the versions and the queue of the installation; for its operators. */
  get(options?: CallOptions): Promise<types.Installation> {
    return this.#transport.data({ operation: 'getInstallation', method: 'GET', path: '/v3/installation' }, options);
  }

  /** List the newest tenants with their plans; for operators of the installation. */
  listTenants(options?: CallOptions): Promise<types.InstallationTenants> {
    return this.#transport.data(
      { operation: 'listInstallationTenants', method: 'GET', path: '/v3/installation/tenants' },
      options,
    );
  }

  /** Change the plan of a tenant; running servers apply it within seconds. */
  updateTenantPlan(tenantId: string, body: types.UpdateTenantPlanBody, options?: CallOptions): Promise<void> {
    return this.#transport.done(
      { operation: 'updateTenantPlan', method: 'PUT', path: path`/v3/installation/tenants/${tenantId}`, body },
      options,
    );
  }

  /** List the newest 200 jobs that failed or are retried; for operators of the installation. */
  listFailedJobs(options?: CallOptions): Promise<Array<types.FailedJob>> {
    return this.#transport.data({ operation: 'listFailedJobs', method: 'GET', path: '/v3/installation/failed_jobs' }, options);
  }

  /** Make a failed job due now, with its failures forgotten. */
  retryFailedJob(jobId: string, options?: CallOptions): Promise<void> {
    return this.#transport.done(
      { operation: 'retryFailedJob', method: 'POST', path: path`/v3/installation/failed_jobs/${jobId}/retry`, body: {} },
      options,
    );
  }

  /** List channels of all tenants that are in error; for operators of the installation. */
  listFailedChannels(options?: CallOptions): Promise<Array<types.FailedChannel>> {
    return this.#transport.data(
      { operation: 'listFailedChannels', method: 'GET', path: '/v3/installation/failed_channels' },
      options,
    );
  }
}
