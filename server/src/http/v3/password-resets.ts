import { confirmPasswordReset, requestPasswordReset } from '../../domain/accounts/index.ts';
import { PasswordResetConfirm, PasswordResetCreate } from '../../wire/v3/session.ts';
import { publicRoute } from '../route.ts';
import { limitLinks, limitMails } from '../sign-in-limits.ts';
import { emptyReply } from './rows.ts';

const tag = 'Password resets';

export const passwordResets = [
  publicRoute({
    method: 'POST',
    path: '/password_resets',
    operationId: 'createPasswordReset',
    summary: 'Ask for a mail with a reset link; the answer is the same for addresses without an account',
    tag,
    body: PasswordResetCreate,
    reply: emptyReply,
    serve: async ({ body }, scope) => {
      await limitMails(scope, body.email);
      await requestPasswordReset(scope.contextOf, body.email);
      return {};
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/password_resets/confirm',
    operationId: 'confirmPasswordReset',
    fails: ['password_reset_not_found'],
    summary: 'Set a new password with a reset link, which works once; ends all sessions of the account',
    tag,
    body: PasswordResetConfirm,
    reply: emptyReply,
    serve: async ({ body }, scope) => {
      await limitLinks(scope);
      await confirmPasswordReset(scope, body, scope.visitor);
      return {};
    },
  }),
];
