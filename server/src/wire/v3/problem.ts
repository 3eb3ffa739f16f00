import { z } from 'zod';
import { id } from './shapes.ts';

/** A reason why something published or scheduled cannot work. */
export const Problem = z
  .strictObject({ key: z.enum(['template_deleted']), messageTemplateId: id, message: z.string() })
  .meta({ id: 'Problem' });
