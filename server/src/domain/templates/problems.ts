import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { type MissingTemplate, selectMissing } from './deleted.store.ts';

/** Why something that is published or scheduled cannot work, as the API shows it. */
export type Problem = { key: 'template_deleted'; messageTemplateId: string; message: string };

/** Returns the missing templates of each item, in one query. `templatesOf` returns the ids of the templates that an item sends. */
export async function templateProblems<T>(ctx: Ctx, items: T[], templatesOf: (item: T) => string[]): Promise<Problem[][]> {
  const wanted = items.map((item) => [...new Set(templatesOf(item).map((id) => id.toLowerCase()))].filter(isId));
  const ids = [...new Set(wanted.flat())];
  const missing = ids.length === 0 ? [] : await selectMissing(ctx, ids);
  const byId = new Map(missing.map((one) => [one.id, one]));
  return wanted.map((ids) => ids.flatMap((id) => byId.get(id) ?? []).map(toProblem));
}

const toProblem = (missing: MissingTemplate): Problem => ({
  key: 'template_deleted',
  messageTemplateId: missing.id,
  message: `${sentenceOf(missing)}; use another one`,
});

/** Returns the message that a template was deleted, with its name if it is known. */
export const sentenceOf = ({ id, name, language }: MissingTemplate): string =>
  name === null ? `The message template ${id} was deleted` : `The message template ${name} (${language}, ${id}) was deleted`;

/** Returns that message for a deleted template, and undefined for an id that never was a template. */
export async function deletionOf(ctx: Ctx, id: string): Promise<string | undefined> {
  const [missing] = isId(id) ? await selectMissing(ctx, [id]) : [];
  return missing && missing.name !== null ? sentenceOf(missing) : undefined;
}
