import { z } from 'zod';
import type { PushSubscription as DomainSubscription } from '../../domain/push/index.ts';
import { id, isoTime, time } from './shapes.ts';

export const PushSubscription = z
  .strictObject({ id, createdAt: time, updatedAt: time, endpoint: z.string(), name: z.string().nullable() })
  .meta({ id: 'PushSubscription' });

export const toPushSubscription = (subscription: DomainSubscription): z.infer<typeof PushSubscription> => ({
  id: subscription.id,
  createdAt: isoTime(subscription.createdAt),
  updatedAt: isoTime(subscription.updatedAt),
  endpoint: subscription.endpoint,
  name: subscription.name,
});

/** As `PushSubscription.toJSON()` of a browser returns it, and a name for the person. */
export const PushSubscriptionSave = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_024),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}$/, 'The p256dh key of the browser: 65 bytes in base64url'),
    auth: z.string().regex(/^[\w-]{22}$/, 'The auth secret of the browser: 16 bytes in base64url'),
  }),
  name: z.string().trim().min(1).max(100).nullable().default(null),
});

export const PushKey = z.strictObject({ publicKey: z.string() }).meta({ id: 'PushKey' });
