import { z } from 'zod';

/** The name of a step within its automation. Authors choose it, and the log of a run shows it. */
export const stepId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Begin with a small letter; small letters, digits and _ only');

/** The id of the step that follows. Without one the run ends. */
export const target = stepId.optional();

/** A text with placeholders such as {{contact.firstName|there}}. */
export const text = z.string().min(1).max(4096);

/** A condition in the language of searches, such as and(eq(contact.isSubscribed,true),contains(message.text,"price")). */
export const condition = z.string().min(1).max(2000);

export const id = z.string().min(1).max(200);

export const seconds = z
  .int()
  .min(1)
  .max(400 * 86_400);

export const variableName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Begin with a letter; letters, digits and _ only');

export const scalar = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);
