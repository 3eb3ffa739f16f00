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
    lastUsedAt: time.nullable().describe('When it was last used, to the minute.'),
  })
  .meta({ id: 'AccessToken' });

/** The token is shown only in this response. */
export const IssuedAccessToken = AccessToken.extend({ accessToken: z.string() });

export const toAccessToken = (token: DomainToken): z.infer<typeof AccessToken> => ({
  id: token.id,
  createdAt: isoTime(token.createdAt),
  name: token.name,
  scopes: token.scopes,
  userId: token.userId,
  expiresAt: isoTimeOrNull(token.expiresAt),
  lastUsedAt: isoTimeOrNull(token.lastUsedAt),
});

export const AccessTokenCreate = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string()).min(1).max(100),
  /** The user of the token. The token is limited to the role of the user and is deleted with the user. */
  userId: idInput.nullish(),
  expiresAt: timeInput.optional(),
});
