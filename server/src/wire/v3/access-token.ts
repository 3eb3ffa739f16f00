import { z } from 'zod';
import type { AccessToken as DomainToken } from '../../domain/tokens/index.ts';
import { id, idInput, isoTime, isoTimeOrNull, time, timeInput } from './shapes.ts';

export const AccessToken = z
  .strictObject({
    id,
    createdAt: time,
    name: z.string(),
    scopes: z.array(z.string()),
    userId: id.nullable(),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'AccessToken' });

/** The secret appears in this one answer and never again. */
export const IssuedAccessToken = AccessToken.extend({ accessToken: z.string() });

export const toAccessToken = (token: DomainToken): z.infer<typeof AccessToken> => ({
  id: token.id,
  createdAt: isoTime(token.createdAt),
  name: token.name,
  scopes: token.scopes,
  userId: token.userId,
  expiresAt: isoTimeOrNull(token.expiresAt),
});

export const AccessTokenCreate = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string()).min(1).max(100),
  /** The person it is for: it can then do no more than their role allows, and goes with them. */
  userId: idInput.nullish(),
  expiresAt: timeInput.optional(),
});
