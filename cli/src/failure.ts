/** Exit codes. Scripts depend on these numbers; docs/guides/cli.md lists them. */
export const exitCodes = {
  ok: { code: 0, means: 'success; `listen` also ends with it on Ctrl-C' },
  failed: { code: 1, means: 'the request failed, or the expected result did not occur' },
  usage: { code: 2, means: 'the command line is wrong; nothing was sent' },
  refused: { code: 3, means: 'not logged in, or the token, its scopes or the plan do not allow it' },
  notFound: { code: 4, means: 'the resource does not exist' },
  unreachable: { code: 5, means: 'the server could not be reached' },
  interrupted: { code: 130, means: 'Ctrl-C' },
} as const;

export type Ending = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Ending]['code'];

type Detail = { todo?: string; messageKey?: string; requestId?: string; invalidParams?: Record<string, { message: string }> };

/** An expected error with its cause and its fix. Any other error is a bug of ours. */
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
