import {
  beginMyPasskey,
  confirmMyTotp,
  enrolMyTotp,
  type GivenProof,
  getMyFactors,
  giveSecondFactor,
  type MyRequest,
  registerMyPasskey,
  removeMyPasskey,
  removeMyTotp,
  renameMyPasskey,
  replaceMyRecoveryCodes,
  type Session,
  signInWithPasskey,
} from '../../domain/accounts/index.ts';
import { beginPasskeySignIn } from '../../domain/factors/index.ts';
import { NIL_ID } from '../../platform/ids.ts';
import {
  Factors,
  Passkey,
  PasskeyCreate,
  PasskeyOptions,
  PasskeyRename,
  PasskeySignIn,
  ProofGiven,
  ProofOptional,
  RecoveryCodes,
  RegisteredPasskey,
  SecondFactor,
  TotpConfirm,
  TotpSecret,
  toFactors,
  toPasskey,
} from '../../wire/v3/factors.ts';
import { SignedIn } from '../../wire/v3/session.ts';
import { DeleteResult, NoBody } from '../../wire/v3/shapes.ts';
import { passkeySite } from '../passkey-site.ts';
import { type OpenScope, publicRoute, sessionRoute } from '../route.ts';
import { limitLinks } from '../sign-in-limits.ts';
import { dataReply, emptyReply } from './rows.ts';
import { signedIn } from './sessions.ts';

const tag = 'Factors';

const requestOf = (scope: OpenScope & { session: Session }): MyRequest => ({ ...scope, site: passkeySite(scope.config) });

/** The schema makes sure that exactly one way is given. */
const given = (proof: object): GivenProof => proof as GivenProof;

/** Failures of every change of factors. */
const changes = ['second_factor_required', 'proof_required', 'code_refused'] as const;

export const factors = [
  sessionRoute({
    method: 'POST',
    path: '/sessions/current/second_factor',
    operationId: 'giveSecondFactor',
    summary:
      'Give the second factor of a session that waits for it: a code, a recovery code or a passkey; sets a new session cookie',
    tag,
    allowsPending: true,
    fails: ['code_refused', 'passkey_refused'],
    body: SecondFactor,
    reply: dataReply(SignedIn),
    serve: async ({ body }, scope) => {
      await limitLinks(scope);
      const { session, token } = await giveSecondFactor(requestOf(scope), body as Parameters<typeof giveSecondFactor>[1]);
      scope.setSessionCookie(token);
      return { data: await signedIn(scope, session) };
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/sessions/passkey/options',
    operationId: 'getPasskeySignInOptions',
    summary: 'Get the options with which a browser signs in by a passkey; they work once, for five minutes',
    tag,
    body: NoBody,
    reply: dataReply(PasskeyOptions),
    serve: async (_input, { config, secrets, contextOf }) => ({
      data: await beginPasskeySignIn(contextOf(NIL_ID), { site: passkeySite(config), secrets }),
    }),
  }),
  publicRoute({
    method: 'POST',
    path: '/sessions/passkey',
    operationId: 'createSessionByPasskey',
    summary: 'Sign in with a passkey, which is both factors; sets the session cookie',
    tag,
    fails: ['passkey_refused'],
    status: 201,
    body: PasskeySignIn,
    reply: dataReply(SignedIn),
    serve: async ({ body }, scope) => {
      await limitLinks(scope);
      const deps = { ...scope, site: passkeySite(scope.config) };
      const { session, token } = await signInWithPasskey(deps, body as Parameters<typeof signInWithPasskey>[1], scope.visitor);
      scope.setSessionCookie(token);
      return { data: await signedIn(scope, session) };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/account/factors',
    operationId: 'getFactors',
    summary: 'Read your factors: the authenticator app, passkeys, and how many recovery codes are left',
    tag,
    fails: ['second_factor_required'],
    reply: dataReply(Factors),
    serve: async (_input, scope) => ({ data: toFactors(await getMyFactors(requestOf(scope))) }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/totp',
    operationId: 'enrolTotp',
    summary: 'Begin to set up an authenticator app: returns its secret, which a code must confirm',
    tag,
    fails: [...changes, 'conflict'],
    body: ProofOptional,
    reply: dataReply(TotpSecret),
    serve: async ({ body }, scope) => ({ data: await enrolMyTotp(requestOf(scope), body.proof && given(body.proof)) }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/totp/confirm',
    operationId: 'confirmTotp',
    summary:
      'Confirm the authenticator app with a code; returns recovery codes, which are shown once, and sets a new session cookie',
    tag,
    fails: ['second_factor_required', 'code_refused', 'conflict'],
    body: TotpConfirm,
    reply: dataReply(RecoveryCodes),
    serve: async ({ body }, scope) => {
      const { recoveryCodes, token } = await confirmMyTotp(requestOf(scope), body.code);
      scope.setSessionCookie(token);
      return { data: { recoveryCodes } };
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/totp/remove',
    operationId: 'removeTotp',
    summary: 'Remove the authenticator app; needs your password or a code',
    tag,
    fails: changes,
    body: ProofGiven,
    reply: emptyReply,
    serve: async ({ body }, scope) => {
      await removeMyTotp(requestOf(scope), given(body.proof));
      return {};
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/recovery_codes',
    operationId: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes; those before stop working',
    tag,
    fails: [...changes, 'conflict'],
    body: ProofGiven,
    reply: dataReply(RecoveryCodes),
    serve: async ({ body }, scope) => ({
      data: { recoveryCodes: await replaceMyRecoveryCodes(requestOf(scope), given(body.proof)) },
    }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/passkeys/options',
    operationId: 'getPasskeyOptions',
    summary: 'Get the options with which a browser creates a passkey; they work once, for five minutes',
    tag,
    fails: changes,
    body: ProofOptional,
    reply: dataReply(PasskeyOptions),
    serve: async ({ body }, scope) => ({ data: await beginMyPasskey(requestOf(scope), body.proof && given(body.proof)) }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/passkeys',
    operationId: 'createPasskey',
    summary: 'Register a passkey; the first factor comes with recovery codes, which are shown once; sets a new session cookie',
    tag,
    fails: ['second_factor_required', 'passkey_refused', 'conflict'],
    status: 201,
    body: PasskeyCreate,
    reply: dataReply(RegisteredPasskey),
    serve: async ({ body }, scope) => {
      const wanted = body as Parameters<typeof registerMyPasskey>[1];
      const { passkey, recoveryCodes, token } = await registerMyPasskey(requestOf(scope), wanted);
      scope.setSessionCookie(token);
      return { data: { passkey: toPasskey(passkey), recoveryCodes } };
    },
  }),
  sessionRoute({
    method: 'PUT',
    path: '/account/passkeys/:passkeyId',
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    tag,
    fails: ['second_factor_required'],
    body: PasskeyRename,
    reply: dataReply(Passkey),
    serve: async ({ params, body }, scope) => ({
      data: toPasskey(await renameMyPasskey(requestOf(scope), params.passkeyId, body.name)),
    }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/account/passkeys/:passkeyId/remove',
    operationId: 'removePasskey',
    summary: 'Delete a passkey; needs your password or a code',
    tag,
    fails: changes,
    body: ProofGiven,
    reply: dataReply(DeleteResult),
    serve: async ({ params, body }, scope) => ({
      data: await removeMyPasskey(requestOf(scope), params.passkeyId, given(body.proof)),
    }),
  }),
];
