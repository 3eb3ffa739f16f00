import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { BusinessHours, BusinessHoursChanges } from './business-hours.ts';

export const businessHoursColumns = sql`id, name, time_zone as "timeZone", days, holidays, created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertBusinessHours(ctx: Ctx, hours: BusinessHours): Promise<void> {
  await rows(
    ctx,
    sql`insert into business_hours (tenant_id, id, name, time_zone, days, holidays, created_at, updated_at)
        values (${ctx.tenantId}, ${hours.id}, ${hours.name}, ${hours.timeZone}, ${JSON.stringify(hours.days)},
          ${JSON.stringify(hours.holidays)}, ${hours.createdAt}, ${hours.updatedAt})`,
  );
}

export const selectBusinessHours = (ctx: Ctx, id: string) =>
  row<BusinessHours>(
    ctx,
    sql`select ${businessHoursColumns} from business_hours where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

export const updateBusinessHoursRow = (ctx: Ctx, id: string, { name, timeZone, days, holidays }: BusinessHoursChanges) =>
  row<BusinessHours>(
    ctx,
    sql`update business_hours set ${assignments(ctx, [
      [name, sql`name = ${name}`],
      [timeZone, sql`time_zone = ${timeZone}`],
      [days, sql`days = ${JSON.stringify(days)}`],
      [holidays, sql`holidays = ${JSON.stringify(holidays)}`],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${businessHoursColumns}`,
  );

/** Returns the ids that are business hours of the tenant. Locks them against deletion until the transaction ends. */
export const lockBusinessHours = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const own = await rows<{ id: string }>(
    ctx,
    sql`select id from business_hours where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  return new Set(own.map(({ id }) => id));
};
