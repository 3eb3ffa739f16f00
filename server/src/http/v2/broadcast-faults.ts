import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Upserted } from '../../domain/contacts/index.ts';
import { findTemplate } from '../../domain/templates/index.ts';
import { Failure, type InvalidParamKey, type InvalidParams } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import type { BroadcastBody } from '../../wire/v2/broadcast.ts';

type Fault = { path: string; key: InvalidParamKey; message: string };

/** Tolerates a client clock that is slightly wrong, but not a wrong year, which would start a mass send. */
const PAST_AT_MOST_MS = 5 * 60_000;

/** Returns all faults of a broadcast body, before its contacts are looked up. */
export async function bodyFaults(ctx: Ctx, body: BroadcastBody): Promise<Fault[]> {
  return [
    ...(await templateFaults(ctx, body)),
    ...timeFaults(body, ctx.clock.now()),
    ...variableFaults(body),
    ...body.contacts.flatMap(({ phoneNumber }, i) => phoneFaults(`contacts.${i}.phoneNumber`, phoneNumber)),
  ];
}

async function templateFaults(ctx: Ctx, { messageTemplateId: id }: BroadcastBody): Promise<Fault[]> {
  if (id === undefined || (await findTemplate(ctx, id))) return [];
  return [{ path: 'messageTemplateId', key: 'not_found', message: 'There is no message template with this id' }];
}

/** Returns the faults of the time. It is ignored when isScheduled is false. */
export function timeFaults({ scheduledAt, isScheduled }: Pick<BroadcastBody, 'scheduledAt' | 'isScheduled'>, now: Date): Fault[] {
  if (scheduledAt === undefined || isScheduled === false) return [];
  if (new Date(scheduledAt).getTime() >= now.getTime() - PAST_AT_MOST_MS) return [];
  return [{ path: 'scheduledAt', key: 'invalid_date', message: 'scheduledAt has passed; leave it out to start at once' }];
}

export function variableFaults({ variables }: Pick<BroadcastBody, 'variables'>): Fault[] {
  const first = new Map<string, number>();
  return variables.flatMap(({ name }, i) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, i);
    if (earlier === undefined) return [];
    return [{ path: `variables.${i}.name`, key: 'custom' as const, message: `variables.${earlier} has this name already` }];
  });
}

/** Returns the faults of a phone number. It must have a country code: +49…, 0049…, or only digits. */
export function phoneFaults(path: string, phoneNumber: string | null | undefined): Fault[] {
  const text = phoneNumber?.trim() ?? '';
  if (text === '') return [];
  if (text.length <= LONGEST_NUMBER && isPhoneNumber(text)) return [];
  const message = 'This is no phone number with the code of its country, such as +4915112345678';
  return [{ path, key: 'invalid_string', message }];
}

/** Includes blanks and brackets. Longer texts are not parsed. */
const LONGEST_NUMBER = 40;

const isPhoneNumber = (text: string): boolean =>
  parsePhoneNumberFromString(`+${text.replace(/^(\+|00)/, '')}`)?.isPossible() ?? false;

/** Returns the faults of each contact: invalid values, and addresses that belong to another contact. */
export const contactFaults = (upserted: Upserted[]): Fault[] =>
  upserted.flatMap(({ faults, foreign }, i) => [
    ...faults.map(({ path, key, message }) => ({ path: `contacts.${i}.${path}`, key, message })),
    ...foreign.map((field) => ({ path: `contacts.${i}.${field}`, key: 'custom' as const, message: BELONGS_TO_ANOTHER })),
  ]);

const BELONGS_TO_ANOTHER = 'This address belongs to another contact than the rest of this entry; merge the two, or leave one out';

/** Throws one failure with all faults, if there are any. */
export function requireNone(faults: Fault[]): void {
  if (faults.length === 0) return;
  const invalidParams: InvalidParams = {};
  for (const { path, key, message } of faults) invalidParams[path] ??= { key, message };
  throw new Failure('invalid_body_params', { invalidParams });
}
