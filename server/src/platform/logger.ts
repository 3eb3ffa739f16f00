import { type Logger, pino } from 'pino';
import { redact } from './redact.ts';

export type { Logger };

/** Creates a logger that writes one JSON object per line. Secrets are redacted by field name. */
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
    // redact() serialises errors; pino's own serializer would treat the copy as another error.
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}
