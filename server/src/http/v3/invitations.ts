import { acceptInvitation, consoleLink, inviteUser } from '../../domain/accounts/index.ts';
import { AcceptedInvitation, Invitation, InvitationAccept } from '../../wire/v3/session.ts';
import { isoTime } from '../../wire/v3/shapes.ts';
import { publicRoute, route } from '../route.ts';
import { limitLinks, limitTries } from '../sign-in-limits.ts';
import { dataReply } from './rows.ts';

const tag = 'Invitations';

export const invitations = [
  route({
    method: 'POST',
    path: '/users/:userId/invitation',
    operationId: 'inviteUser',
    summary: 'Invite a user to sign in: returns a link that works once, and mails one; an earlier invitation stops working',
    tag,
    scope: 'users.write',
    viewers: 'forbidden',
    status: 201,
    reply: dataReply(Invitation),
    handle: async (ctx, { params }, { config }) => {
      const { userId, token, expiresAt } = await inviteUser(ctx, params.userId);
      return { data: { userId, url: consoleLink(config, 'invitation', token), expiresAt: isoTime(expiresAt) } };
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/invitations/accept',
    operationId: 'acceptInvitation',
    fails: ['invitation_not_found', 'sign_in_failed'],
    summary: 'Accept an invitation: choose a password, or connect the account that you have',
    tag,
    body: InvitationAccept,
    reply: dataReply(AcceptedInvitation),
    serve: async ({ body }, scope) => {
      await limitLinks(scope);
      const countTry = (email: string) => limitTries(scope, email);
      return { data: await acceptInvitation({ ...scope, countTry }, body, scope.session, scope.visitor) };
    },
  }),
];
