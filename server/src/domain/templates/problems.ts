import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { type MissingTemplate, selectMissing } from './deleted.store.ts';

/** What keeps something that is published or scheduled from working, as its owner reads it. */
export type Problem = { key: 'template_deleted'; messageTemplateId: string; message: string };

/** Finds the templates that are missing for each of these things at once; `templatesOf` names the templates that one of them sends. */
export async function templateProblems<T>(ctx: Ctx, things: T[], templatesOf: (thing: T) => string[]): Promise<Problem[][]> {
  const wanted = things.map((thing) => [...new Set(templatesOf(thing).map((id) => id.toLowerCase()))].filter(isId));
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

/** Says that a template was deleted, by its name where that is known. */
export const sentenceOf = ({ id, name, language }: MissingTemplate): string =>
  name === null ? `The message template ${id} was deleted` : `The message template ${name} (${language}, ${id}) was deleted`;

/** Returns that sentence for a template that was deleted; nothing for an id that never was one. */
export async function deletionOf(ctx: Ctx, id: string): Promise<string | undefined> {
  const [missing] = isId(id) ? await selectMissing(ctx, [id]) : [];
  return missing && missing.name !== null ? sentenceOf(missing) : undefined;
}
