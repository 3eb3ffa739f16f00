import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isNamedTimeZone } from '../../platform/time-zone.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { withinQuota } from '../quotas/index.ts';
import { insertBusinessHours, selectBusinessHours, updateBusinessHoursRow } from './business-hours.store.ts';
import type { Hours } from './hours.ts';

export type BusinessHours = Hours & { id: string; name: string; createdAt: Date; updatedAt: Date };
export type NewBusinessHours = Hours & { name: string };
export type BusinessHoursChanges = { [Field in keyof NewBusinessHours]?: NewBusinessHours[Field] | undefined };

const nameTaken = { business_hours_name: 'There are business hours of this name already (upper and lower case are the same)' };

export const createBusinessHours = (ctx: Ctx, wanted: NewBusinessHours): Promise<BusinessHours> =>
  withinQuota(ctx, 'businessHours', async (ctx) => {
    requireTimeZone(wanted.timeZone);
    const now = ctx.clock.now();
    const hours = { ...wanted, id: idFor(ctx), createdAt: now, updatedAt: now };
    await explainConflicts(nameTaken, () => insertBusinessHours(ctx, hours));
    return hours;
  });

export const findBusinessHours = async (ctx: Ctx, id: string): Promise<BusinessHours | undefined> =>
  isId(id) ? selectBusinessHours(ctx, id) : undefined;

export const getBusinessHours = async (ctx: Ctx, id: string): Promise<BusinessHours> =>
  found(await findBusinessHours(ctx, id), 'business_hours_not_found');

/** Changes business hours. Due times that are set already stay. */
export const updateBusinessHours = async (ctx: Ctx, id: string, changes: BusinessHoursChanges): Promise<BusinessHours> => {
  if (changes.timeZone !== undefined) requireTimeZone(changes.timeZone);
  const updated = isId(id) ? await explainConflicts(nameTaken, () => updateBusinessHoursRow(ctx, id, changes)) : undefined;
  return found(updated, 'business_hours_not_found');
};

function requireTimeZone(name: string): void {
  if (!isNamedTimeZone(name))
    throw invalidParam('timeZone', 'custom', `There is no time zone ${name}; write one such as Europe/Berlin or UTC`);
}

/** Deletes business hours that no SLA policy uses. A run of an automation that asks for them fails. */
export const deleteBusinessHours = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  explainConflicts(
    { sla_policies_business_hours_fkey: 'An SLA policy counts in these business hours; change or delete the policy first' },
    () => deleteByIds(ctx, 'business_hours', [id]),
  );
