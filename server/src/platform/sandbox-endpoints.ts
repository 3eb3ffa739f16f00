import type { Config } from './config.ts';

/** Where a server of the sandbox listens. */
export type ServerAddress = { host: string; port: number; secure: boolean };

/** The endpoints of the sandbox: the APIs of the providers it simulates, and its mail servers. */
export type SandboxEndpoints = {
  /** Without a slash at the end. */
  url: string;
  /** The paths below the URL where it simulates the APIs of providers. */
  apiPaths: readonly string[];
  smtp: ServerAddress;
  /** Null: the sandbox delivers mail by callback only, and no mailbox is polled. */
  imap: ServerAddress | null;
};

type SandboxSettings = Pick<Config, 'SANDBOX_URL' | 'SANDBOX_SMTP_URL' | 'SANDBOX_IMAP_URL'>;

/** The error message where a sandbox tenant needs the sandbox and none is configured. */
export const NO_SANDBOX =
  'This server has no sandbox for sandbox tenants; set SANDBOX_URL (for example http://127.0.0.1:8090) and start it again';

export function sandboxEndpoints(config: SandboxSettings, apiPaths: readonly string[]): SandboxEndpoints | undefined {
  if (config.SANDBOX_URL === undefined) return undefined;
  const url = config.SANDBOX_URL.replace(/\/+$/, '');
  const smtpUrl = config.SANDBOX_SMTP_URL ?? `smtp://${new URL(url).hostname}:8025`;
  return {
    url,
    apiPaths,
    smtp: addressOf(smtpUrl),
    imap: config.SANDBOX_IMAP_URL === undefined ? null : addressOf(config.SANDBOX_IMAP_URL),
  };
}

/** Returns the addresses of all servers of the sandbox. */
export const serversOf = ({ url, smtp, imap }: SandboxEndpoints): ServerAddress[] => [
  addressOf(url),
  smtp,
  ...(imap ? [imap] : []),
];

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465, 'imap:': 143, 'imaps:': 993 };

function addressOf(url: string): ServerAddress {
  const { protocol, hostname, port } = new URL(url);
  return {
    host: bareHost(hostname),
    port: Number(port) || (PORTS[protocol] ?? 0),
    secure: /^(https|smtps|imaps):$/.test(protocol),
  };
}

/** Normalises a host name or an address: no brackets, no dot at the end, lower case. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$|\.+$/g, '').toLowerCase();
