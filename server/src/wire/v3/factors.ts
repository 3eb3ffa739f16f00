import { z } from 'zod';
import type { Factors as DomainFactors, Passkey as DomainPasskey } from '../../domain/factors/index.ts';
import { id, isoTime, isoTimeOrNull, time } from './shapes.ts';

export const Passkey = z
  .strictObject({ id, createdAt: time, lastUsedAt: time.nullable(), name: z.string() })
  .meta({ id: 'Passkey' });

export const toPasskey = ({ id, name, createdAt, lastUsedAt }: DomainPasskey): z.infer<typeof Passkey> => ({
  id,
  createdAt: isoTime(createdAt),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
  name,
});

/** The factors of an account. */
export const Factors = z
  .strictObject({ hasTotp: z.boolean(), recoveryCodesLeft: z.int().min(0), passkeys: z.array(Passkey) })
  .meta({ id: 'Factors' });

export const toFactors = ({ hasTotp, recoveryCodesLeft, passkeys }: DomainFactors): z.infer<typeof Factors> => ({
  hasTotp,
  recoveryCodesLeft,
  passkeys: passkeys.map(toPasskey),
});

export const TotpSecret = z.strictObject({ secret: z.string(), uri: z.string() }).meta({ id: 'TotpSecret' });
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export const RegisteredPasskey = z
  .strictObject({ passkey: Passkey, recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'RegisteredPasskey' });

/** Options for the browser, as WebAuthn defines them, and the sealed challenge that comes back with its answer. */
export const PasskeyOptions = z
  .strictObject({ options: z.record(z.string(), z.unknown()), challenge: z.string() })
  .meta({ id: 'PasskeyOptions' });

const code = z.string().regex(/^\d{6}$/, 'Six digits, as the authenticator app shows them');
const recoveryCode = z.string().min(1).max(40);
const password = z.string().min(1).max(200);

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*={0,2}$/, 'base64url')
    .max(most);
const challenge = base64url(400).min(1);
const credentialId = base64url(1_366).min(1);

/** The fields of a credential that every browser sends. Others, such as extensions, are not read. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish().catch(null),
};

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(12_288),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: base64url(200),
  }),
});

/** Exactly one way to prove that the caller is the person. */
const proof = z
  .strictObject({ password: password.optional(), code: code.optional(), recoveryCode: recoveryCode.optional() })
  .refine(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    'Give one of password, code and recoveryCode',
  );

export const ProofGiven = z.strictObject({ proof });
export const ProofOptional = z.strictObject({ proof: proof.optional() });
export const TotpConfirm = z.strictObject({ code });

export const PasskeyCreate = z.strictObject({ name: z.string().trim().min(1).max(100), challenge, response: registration });
export const PasskeyRename = z.strictObject({ name: z.string().trim().min(1).max(100) });
export const PasskeySignIn = z.strictObject({ challenge, response: assertion });

export const SecondFactor = z
  .strictObject({ code: code.optional(), recoveryCode: recoveryCode.optional(), passkey: PasskeySignIn.optional() })
  .refine(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    'Give one of code, recoveryCode and passkey',
  );
