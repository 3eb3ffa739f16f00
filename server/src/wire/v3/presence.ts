import { z } from 'zod';
import { id, time } from './shapes.ts';

const state = z.enum(['viewing', 'typing']);

export const Presence = z
  .strictObject({ chatId: id, user: z.strictObject({ id, name: z.string() }), state, expiresAt: time })
  .meta({ id: 'Presence' });

export const PresenceAnnounce = z.strictObject({ state });
