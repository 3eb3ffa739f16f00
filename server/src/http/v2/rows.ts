import { z } from 'zod';

/** `{ success: true, data }`: v2 has no other answer. */
export const dataReply = (data: z.ZodType): z.ZodType => z.strictObject({ success: z.literal(true), data });
