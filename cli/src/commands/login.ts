import { Patchbay } from '@patchbay/sdk';
import { askOpenly, askSecretly, readAll } from '../ask.ts';
import { command } from '../command.ts';
import { toFailure } from '../explain.ts';
import { Failure, usage } from '../failure.ts';
import type { Io } from '../io.ts';
import { checkedUrl, DEFAULT_URL, wishedProfile } from '../profiles.ts';
import { checkedProfileName } from './profiles.ts';

export const login = command({
  name: 'login',
  summary: 'Store a token for a server, after verifying it',
  details:
    'The token is typed without being shown, or read from standard input. It is stored in a file that only you can read,\nand no command prints it.',
  arguments: [],
  options: {},
  examples: [
    'patchbay login --url https://patchbay.example.com',
    'patchbay login --profile staging --url https://staging.example.com < token.txt',
  ],
  async run({ io, out, options, store }) {
    const wishes = options as { profile?: string; url?: string };
    const settings = await store.read();
    const profile = checkedProfileName(wishedProfile(io.env, wishes) ?? 'default');
    const known = settings.profiles[profile];
    const url = checkedUrl(wishes.url ?? (io.env.PATCHBAY_URL || undefined) ?? (await askUrl(io, known?.url ?? DEFAULT_URL)));
    const token = await readToken(io);
    const plan = await planOf(io, url, token);
    const saved = { ...known, url, token };
    await store.write({ current: profile, profiles: { ...settings.profiles, [profile]: saved } });
    out.result({ profile, url, plan }, () => {
      out.line(`Logged in to ${url}${plan === null ? '' : ` (plan ${plan})`}. The profile ${profile} is the current one.`);
    });
  },
});

export const logout = command({
  name: 'logout',
  summary: 'Delete the token of a profile',
  details: 'The token stays valid on the server; revoke it with DELETE /v3/access_tokens/{id}.',
  arguments: [],
  options: {},
  examples: ['patchbay logout', 'patchbay logout --profile staging'],
  async run({ io, out, options, store }) {
    const settings = await store.read();
    const profile = wishedProfile(io.env, options as { profile?: string }) ?? settings.current;
    const { [profile]: gone, ...profiles } = settings.profiles;
    if (!gone) throw new Failure('notFound', `there is no profile ${profile}`, { todo: 'patchbay profiles lists them' });
    const current = settings.current === profile ? (Object.keys(profiles)[0] ?? 'default') : settings.current;
    await store.write({ current, profiles });
    out.result({ profile, current }, () => out.line(`Deleted the token of the profile ${profile}.`));
  },
});

async function askUrl(io: Io, usual: string): Promise<string> {
  const answer = await askOpenly(io, `Address of the server [${usual}]: `);
  return answer?.trim() || usual;
}

async function readToken(io: Io): Promise<string> {
  const token = (io.stdin.isTTY ? await askSecretly(io, 'Token (it is not shown): ') : await readAll(io.stdin)).trim();
  if (token === '')
    throw usage('no token was given', 'type it when asked, or send it on standard input: patchbay login < token.txt');
  if (/\s/.test(token)) throw usage('that is not a token: there is a space or a line end in it', 'give the token alone');
  return token;
}

/** A token that may not read the usage is a good token all the same; its plan stays unknown. */
async function planOf(io: Io, url: string, token: string): Promise<string | null> {
  try {
    return (await new Patchbay({ token, baseUrl: url }).usage.get({ signal: io.signal })).plan;
  } catch (error) {
    const failure = toFailure(error, url);
    if (failure?.detail.messageKey === 'forbidden') return null;
    if (failure?.detail.messageKey !== 'unauthorized') throw failure ?? error;
    throw new Failure('refused', `${url} does not accept this token`, {
      ...failure.detail,
      todo: 'check that it was copied whole and belongs to this server; nothing was saved',
    });
  }
}
