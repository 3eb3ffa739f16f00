/** How a command can end. Scripts rely on these numbers; docs/guides/cli.md lists them. */
export const exitCodes = {
  ok: { code: 0, means: 'it worked; `listen` also ends with it on Ctrl-C' },
  failed: { code: 1, means: 'the call failed, or what was asked for did not come about' },
  usage: { code: 2, means: 'the command line is wrong; nothing was sent' },
  refused: { code: 3, means: 'not logged in, or the token, its scopes or the plan do not allow it' },
  notFound: { code: 4, means: 'there is no such thing' },
  unreachable: { code: 5, means: 'the server could not be reached' },
  interrupted: { code: 130, means: 'Ctrl-C' },
} as const;

export type Ending = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Ending]['code'];

type Detail = { todo?: string; messageKey?: string; requestId?: string; invalidParams?: Record<string, { message: string }> };

/** Something to tell the user: what is wrong, and what to do. Anything else that is thrown is a mistake of ours. */
export class Failure extends Error {
  readonly ending: Ending;
  readonly detail: Detail;

  constructor(ending: Ending, message: string, detail: Detail = {}) {
    super(message);
    this.ending = ending;
    this.detail = detail;
  }

  get exitCode(): ExitCode {
    return exitCodes[this.ending].code;
  }
}

export const usage = (message: string, todo?: string): Failure =>
  new Failure('usage', message, todo === undefined ? {} : { todo });
