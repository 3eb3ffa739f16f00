import { z } from 'zod';

const HAS_SENDER = 'Give at least one of the two: from (a number of yours) or messagingServiceSid';

/** Unknown keys are refused: a misspelt one would have no effect. */
export const smsSettings = z
  .strictObject({
    baseUrl: z
      .url({ protocol: /^https?$/, error: 'Write a whole URL, such as https://api.twilio.com' })
      .default('https://api.twilio.com'),
    accountSid: z.string().regex(/^AC\w{1,64}$/, 'An account SID begins with AC; copy it from the Twilio console'),
    authToken: z.string().min(1, 'Copy the auth token from the Twilio console'),
    from: z
      .string()
      .regex(/^(\+[1-9]\d{6,14}|\d{3,8})$/, 'Write the number as +15557654321, or a short code as its digits')
      .optional(),
    messagingServiceSid: z
      .string()
      .regex(/^MG\w{1,64}$/, 'A messaging service SID begins with MG')
      .optional(),
  })
  .refine(({ from, messagingServiceSid }) => from !== undefined || messagingServiceSid !== undefined, {
    error: HAS_SENDER,
    path: ['from'],
  });

export type SmsSettings = z.infer<typeof smsSettings>;
