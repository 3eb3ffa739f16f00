import { z } from 'zod';

const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\r\n]*$/, 'Use one line');

/** OAuth 2.0 instead of passwords: the refresh token of the mailbox, and the client it was issued to. */
export const oauthShape = {
  oauthProvider: z.enum(['google', 'microsoft', 'custom']).optional(),
  /** Only for `custom`: the token endpoint. */
  oauthTokenUrl: z.url({ protocol: /^https?$/, error: 'Write a whole URL, such as https://login.example.com/token' }).optional(),
  /** Only for `microsoft`: the directory of the mailbox; `common` when it is not given. */
  oauthTenant: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, 'Write the ID or the domain of the Microsoft Entra tenant')
    .optional(),
  oauthScope: line(1_000).optional(),
  oauthClientId: line(500).optional(),
  oauthClientSecret: line(4_000).optional(),
  oauthRefreshToken: line(8_000).optional(),
};

type OAuth = z.infer<z.ZodObject<typeof oauthShape>>;
type Name = keyof OAuth | 'smtpPassword' | 'imapPassword';
type Given = { [name in Name]?: string | undefined };

const NEEDED: Record<NonNullable<OAuth['oauthProvider']>, (keyof OAuth)[]> = {
  google: ['oauthClientId', 'oauthClientSecret', 'oauthRefreshToken'],
  microsoft: ['oauthClientId', 'oauthRefreshToken'],
  custom: ['oauthTokenUrl', 'oauthClientId', 'oauthRefreshToken'],
};

/** Returns the mistakes in the OAuth settings, with the setting of each. */
export function oauthProblems(given: Given & Pick<OAuth, 'oauthProvider'>): { path: Name; message: string }[] {
  const { oauthProvider: provider } = given;
  const has = (name: Name) => given[name] !== undefined;
  const problem = (path: Name, message: string) => ({ path, message });
  const names = Object.keys(oauthShape) as (keyof OAuth)[];
  if (provider === undefined)
    return names.filter(has).map((name) => problem(name, `${name} needs oauthProvider: google, microsoft or custom`));
  const needed = NEEDED[provider]
    .filter((name) => !has(name))
    .map((name) => problem(name, `oauthProvider ${provider} needs ${name} as well`));
  const passwords = (['smtpPassword', 'imapPassword'] as const)
    .filter(has)
    .map((name) =>
      problem(name, `With oauthProvider the mailbox is entered without a password; leave ${name} out or set it to null`),
    );
  return [
    ...needed,
    ...passwords,
    ...(has('oauthTokenUrl') && provider !== 'custom'
      ? [problem('oauthTokenUrl', 'Only oauthProvider custom takes oauthTokenUrl')]
      : []),
    ...(has('oauthTenant') && provider !== 'microsoft'
      ? [problem('oauthTenant', 'Only oauthProvider microsoft takes oauthTenant')]
      : []),
  ];
}
