import { z } from 'zod';
import { id } from './shapes.ts';

/** What keeps something that is published or scheduled from working. */
export const Problem = z
  .strictObject({ key: z.enum(['template_deleted']), messageTemplateId: id, message: z.string() })
  .meta({ id: 'Problem' });
