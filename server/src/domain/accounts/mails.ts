import type { Mail } from '../../platform/mailer.ts';

/** Names come from users: a line break or a link in one must not change what the mail says. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/:\/\//g, ' ')
    .trim();

export const invitationMail = (to: string, tenantName: string, url: string): Mail => ({
  to,
  subject: `Invitation to ${oneLine(tenantName)}`,
  text: `You are invited to work with ${oneLine(tenantName)} in Patchbay.

Open this link to choose a password and sign in. It works once, for seven days:

${url}

If you do not know why you got this mail, you can ignore it.
`,
});

export const passwordResetMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Choose a new password',
  text: `Somebody asked for a new password for your Patchbay account.

Open this link to choose one. It works once, for one hour. It ends all your sessions:

${url}

If it was not you, ignore this mail: your password stays as it is.
`,
});
