import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { SignInSettings } from './settings.ts';

export const selectSettings = (ctx: Ctx) =>
  row<SignInSettings>(
    ctx,
    sql`select require_second_factor as "requireSecondFactor" from sign_in_settings where tenant_id = ${ctx.tenantId}`,
  );

export async function upsertSettings(ctx: Ctx, { requireSecondFactor }: SignInSettings): Promise<void> {
  await rows(
    ctx,
    sql`insert into sign_in_settings (tenant_id, require_second_factor, updated_at)
        values (${ctx.tenantId}, ${requireSecondFactor}, ${ctx.clock.now()})
        on conflict (tenant_id) do update set require_second_factor = excluded.require_second_factor, updated_at = excluded.updated_at`,
  );
}
