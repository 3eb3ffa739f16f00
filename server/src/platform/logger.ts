import { type Logger, pino } from 'pino';
import { redact } from './redact.ts';

export type { Logger };

/** Makes a logger that writes one JSON object per line. Secrets are redacted by name before anything is written. */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      bindings: redact,
      log: redact,
    },
    // Errors are made readable where they are redacted; the usual serializer would take the copy for another error.
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}
