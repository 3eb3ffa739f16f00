/** Prefixes a line with the name of its process. */
export const named = (name: string, text: string): string => `${name.padEnd(8)} ${text}`;

const QUIET = new Set(['trace', 'debug', 'info']);

/** Formats a log line for a terminal. Returns undefined for debug and info lines, unless `isVerbose`. */
export function readable(line: string, isVerbose: boolean): string | undefined {
  const entry = parsed(line);
  if (!entry) return line;
  const { level = '', msg = '', time: _time, err, ...rest } = entry;
  if (QUIET.has(String(level)) && !isVerbose) return undefined;
  const reason = (err as { message?: string } | undefined)?.message;
  const fields = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [level, `${msg}${reason ? `: ${reason}` : ''}`, ...fields].join(' ');
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export type ReceivedEvent = { event: string; data: Record<string, unknown> };

type MessageParts = {
  sender: string;
  status: string;
  type: string;
  content: { body: string | null };
  handle: { value: string };
  channel: { type: string };
  errors: { message: string }[];
};

/** Formats an event as one line. */
export function inOneLine({ event, data }: ReceivedEvent): string {
  const [kind] = event.split('.');
  return `${event.padEnd(20)} ${kind === 'message' ? ofMessage(data as MessageParts) : ofOther(data)}`;
}

function ofMessage({ sender, status, type, content, handle, channel, errors }: MessageParts): string {
  const direction = sender === 'inbound' ? 'from' : 'to';
  const words = content.body === null ? `[${type}]` : `“${content.body.replaceAll(/\s+/g, ' ')}”`;
  const error = errors[0] ? `: ${errors[0].message}` : '';
  return `${channel.type} ${direction} ${handle.value} ${words} ${status}${error}`;
}

const ofOther = ({ displayName, name, status, id }: Record<string, unknown>): string =>
  [displayName ?? name, status, id].filter((part) => typeof part === 'string').join(' ');
