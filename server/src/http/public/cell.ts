import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findOwnAccount } from '../../domain/accounts/index.ts';
import { tenantOfChannel } from '../../domain/channels/index.ts';
import { Failure } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { createContext } from '../../storage/context.ts';
import { cellOfTenant } from '../../storage/moves/index.ts';
import type { HttpDeps } from '../deps.ts';

type Find = (id: string) => Promise<string | undefined>;

/** Tells the edge which cell has a tenant, a channel or an account. The edge passes no request for these paths on. */
export function addCell(app: FastifyInstance, deps: HttpDeps): void {
  const { CELL_NAME: own } = deps.config;
  if (own === undefined) return;
  const ofTenant: Find = (tenantId) => cellOfTenant(deps.directory, tenantId, own);
  const ofChannel: Find = async (channelId) => {
    const tenantId = await tenantOfChannel(deps.directory, channelId);
    return tenantId === undefined ? undefined : ofTenant(tenantId);
  };
  const ofAccount: Find = async (accountId) =>
    (await findOwnAccount(createContext(deps, accountId, { kind: 'read' }))) ? own : undefined;
  for (const [kind, find] of Object.entries({ tenants: ofTenant, channels: ofChannel, accounts: ofAccount })) {
    app.get(`/cell/${kind}/:id`, async (request: FastifyRequest) => {
      const { id } = request.params as { id: string };
      const cell = isId(id) ? await find(id.toLowerCase()) : undefined;
      if (cell === undefined) throw new Failure('route_not_found');
      return { cell };
    });
  }
}
