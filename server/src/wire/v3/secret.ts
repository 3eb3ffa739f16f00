import { z } from 'zod';
import type { Secret as DomainSecret } from '../../domain/secrets/index.ts';
import { id, isoTime, time } from './shapes.ts';

/** A secret without its value. */
export const Secret = z
  .strictObject({ id, createdAt: time, updatedAt: time, name: z.string(), hosts: z.array(z.string()), version: z.int().min(1) })
  .meta({ id: 'Secret' });

export const toSecret = ({ createdAt, updatedAt, ...secret }: DomainSecret): z.infer<typeof Secret> => ({
  id: secret.id,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
  name: secret.name,
  hosts: secret.hosts,
  version: secret.version,
});

const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Begin with a letter; letters, digits and _ only');
/** Shorter values would match unrelated text in responses, where secrets are redacted. */
const value = z
  .string()
  .min(8)
  .max(2_048)
  .regex(/^[!-~]([ -~]*[!-~])?$/, 'One line of letters, digits and signs of ASCII, without spaces around it');
const host = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9.:-]+$/, 'Write the name of the host only, such as api.example.com');
const hosts = z.array(host).min(1).max(20);

export const SecretCreate = z.strictObject({ name, value, hosts });
export const SecretReplace = z.strictObject({ value, hosts: hosts.optional() });
