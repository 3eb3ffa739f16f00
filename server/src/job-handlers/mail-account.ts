import type { ChannelConnector, OpenChannel } from '../adapters/connector.ts';
import {
  consoleLink,
  createReset,
  findAccount,
  invitationMail,
  mailedInvitation,
  membershipsOf,
  passwordResetMail,
} from '../domain/accounts/index.ts';
import { findActiveChannels } from '../domain/channels/index.ts';
import type { Config } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import type { Mail, Mailer } from '../platform/mailer.ts';
import type { ExternalHandler } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

export type MailDeps = {
  config: Pick<Config, 'PUBLIC_URL' | 'CONSOLE_URL'>;
  connector: Pick<ChannelConnector, 'open'>;
  mailer: Mailer;
};

const GIVE_UP_AFTER_TRIES = 4;

/** A way to send a mail. `provesAddress`: nobody but the installation and the mailbox sees it. */
type Way = { provesAddress: boolean; send(mail: Mail): Promise<'sent' | 'again' | 'refused'> };

/** Mails an invitation. The link in the mail is another than the one that the inviting admin saw. */
export const createInvitationMailer = (deps: MailDeps): ExternalHandler =>
  providerJob(jobs.mailInvitation, async (ctx, { userId }, ref) => {
    const way = await wayFor(deps, ctx, [ctx.tenantId]);
    const invited = way && (await mailedInvitation(ctx, userId, way.provesAddress));
    if (!invited) return {}; // no way to send, or the invitation was used or withdrawn meanwhile
    const { email, tenantName, token } = invited;
    const outcome = await way.send(invitationMail(email, tenantName, consoleLink(deps.config, 'invitation', token)));
    return endingOf(outcome, () => againAt(ctx, jobs.mailInvitation, ref), ref.attempt);
  });

/** Mails a reset link if the address has an account that can work somewhere. */
export const createResetMailer = (deps: MailDeps): ExternalHandler =>
  providerJob(jobs.mailPasswordReset, async (ctx, { email }, ref) => {
    const account = await findAccount((ownerId) => ({ ...ctx, tenantId: ownerId }), email);
    if (!account) return {};
    const accountCtx = { ...ctx, tenantId: account.id };
    const tenantIds = (await membershipsOf(accountCtx)).map(({ tenantId }) => tenantId);
    const way = tenantIds.length === 0 ? undefined : await wayFor(deps, ctx, tenantIds);
    if (!way) return {};
    const token = await createReset(accountCtx, way.provesAddress);
    const outcome = await way.send(passwordResetMail(account.email, consoleLink(deps.config, 'password-reset', token)));
    return endingOf(outcome, () => againAt(ctx, jobs.mailPasswordReset, ref), ref.attempt);
  });

const endingOf = (outcome: 'sent' | 'again' | 'refused', at: () => Date, attempt: number): Ending =>
  outcome === 'again' && attempt < GIVE_UP_AFTER_TRIES ? { againAt: at() } : {};

/**
 * Returns the way to mail a person: SMTP_URL, or a mail channel of the tenant. The channel of a tenant is used only for a person of this
 * tenant alone: its admins can read what it sends, and must not get into the other tenants of the person.
 */
async function wayFor({ mailer, connector }: MailDeps, ctx: Ctx, tenantIds: string[]): Promise<Way | undefined> {
  if (mailer) return { provesAddress: true, send: (mail) => sendOf(ctx, () => mailer.send(mail)) };
  const [tenantId, ...others] = tenantIds;
  const channel = tenantId && others.length === 0 ? await mailChannel(connector, { ...ctx, tenantId }) : undefined;
  if (channel) return { provesAddress: false, send: (mail) => sendThrough(channel, newId(ctx.clock), mail) };
  ctx.log.warn({ tenants: tenantIds.length }, 'no way to mail a person; set SMTP_URL, or connect an email channel');
  return undefined;
}

async function sendOf(ctx: Ctx, send: () => Promise<void>): Promise<'sent' | 'again' | 'refused'> {
  try {
    await send();
    return 'sent';
  } catch (error) {
    const { responseCode = 0, message } = error as { responseCode?: number; message: string };
    ctx.log.warn({ responseCode, reason: message }, 'failed to send account mail');
    return responseCode >= 500 ? 'refused' : 'again';
  }
}

async function mailChannel(connector: MailDeps['connector'], ctx: Ctx): Promise<OpenChannel | undefined> {
  for (const id of await findActiveChannels(ctx, 'email')) {
    const open = await connector.open(ctx, id);
    if (open) return open;
  }
  return undefined;
}

async function sendThrough(
  { adapter, settings, depsFor }: OpenChannel,
  id: string,
  mail: Mail,
): Promise<'sent' | 'again' | 'refused'> {
  const outcome = await adapter.send(depsFor(id), settings, {
    messageId: id,
    attemptId: id,
    to: { type: 'email', value: mail.to },
    content: { type: 'text', text: mail.text, subject: mail.subject, html: null, attachments: [] },
    replyTo: null,
    isAutomatic: false,
  });
  if (outcome.kind !== 'refused') return 'sent'; // an unknown outcome is not repeated: the person can ask again
  return outcome.next === 'fail' || outcome.next === 'stop_channel' ? 'refused' : 'again';
}
