import { z } from 'zod';

/** `{ success: true, data }`: the response of all v2 operations. */
export const dataReply = (data: z.ZodType): z.ZodType => z.strictObject({ success: z.literal(true), data });
