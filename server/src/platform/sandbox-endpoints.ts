import type { Config } from './config.ts';

/** A door of the sandbox: where one of its servers listens. */
export type Door = { host: string; port: number; secure: boolean };

/** Where the sandbox is: the paths of the providers it stands in for, and its mail servers. */
export type SandboxEndpoints = {
  /** Meta's Graph and Twilio, as base URLs without a slash at the end. */
  graphUrl: string;
  twilioUrl: string;
  smtp: Door;
  /** Nothing: the sandbox hands mail in by callback only, and no mailbox is looked into. */
  imap: Door | null;
};

type SandboxSettings = Pick<Config, 'SANDBOX_URL' | 'SANDBOX_SMTP_URL' | 'SANDBOX_IMAP_URL'>;

/** Said wherever a sandbox tenant needs the sandbox and the operator named none. */
export const NO_SANDBOX =
  'This server has no sandbox for sandbox tenants; set SANDBOX_URL (for example http://127.0.0.1:8090) and start it again';

export function sandboxEndpoints(config: SandboxSettings): SandboxEndpoints | undefined {
  if (config.SANDBOX_URL === undefined) return undefined;
  const url = config.SANDBOX_URL.replace(/\/+$/, '');
  const smtpUrl = config.SANDBOX_SMTP_URL ?? `smtp://${new URL(url).hostname}:8025`;
  return {
    graphUrl: `${url}/graph`,
    twilioUrl: `${url}/twilio`,
    smtp: doorOf(smtpUrl),
    imap: config.SANDBOX_IMAP_URL === undefined ? null : doorOf(config.SANDBOX_IMAP_URL),
  };
}

/** Every door there is, without repeats in mind: a wall asks whether a place is among them. */
export const doorsOf = ({ graphUrl, smtp, imap }: SandboxEndpoints): Door[] => [doorOf(graphUrl), smtp, ...(imap ? [imap] : [])];

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465, 'imap:': 143, 'imaps:': 993 };

export function doorOf(url: string): Door {
  const { protocol, hostname, port } = new URL(url);
  return {
    host: bareHost(hostname),
    port: Number(port) || (PORTS[protocol] ?? 0),
    secure: /^(https|smtps|imaps):$/.test(protocol),
  };
}

/** One spelling of a name or address: no brackets, no dot at the end, small letters. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$|\.+$/g, '').toLowerCase();
