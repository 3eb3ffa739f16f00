import { type Answer, type Call, envelope } from './client.ts';
import { createFinder } from './marks.ts';

const FAULTS = ['leaks', 'oracleDiffs', 'serverErrors', 'badEnvelope', 'broken'] as const;
export type Fault = (typeof FAULTS)[number];
export type Verifier = ReturnType<typeof createVerifier>;

type Measured = { call: Call; answer: Answer; value: string };
/** Headers and fields that differ between any two responses. */
const VOLATILE = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'keep-alive']);

/** Checks every response, counts violations and stores a description of each. */
export function createVerifier(marks: string[]) {
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const complaints: string[] = [];
  const marksIn = createFinder(marks);
  let probes = 0;

  const complain = (fault: Fault, sentence: string): void => {
    counts[fault]++;
    complaints.push(`${fault}: ${sentence}`.slice(0, 600));
  };

  return {
    complaints,
    complain,
    figures: () => ({ probes, ...counts }),

    /** Finds texts of the victim in a response, except those that the caller sent. */
    answered(name: string, call: Call, { status, text, headers }: Answer): void {
      probes++;
      const sent = `${call.path} ${decoded(call.path)} ${JSON.stringify(call.body)} ${call.form}`;
      const answer = text + JSON.stringify(headers);
      const leaked = [...marksIn(answer)].filter((mark) => !sent.includes(mark));
      if (leaked.length > 0) complain('leaks', `${name}: ${status} holds ${leaked.join(', ')}`);
      if (status >= 500) complain('serverErrors', `${name}: ${status} ${text}`);
      const isStream = headers['content-type']?.startsWith('text/event-stream');
      const isFile = status === 200 && headers['content-disposition'] !== undefined;
      const isPage = status === 200 && headers['content-type']?.startsWith('text/html'); // a message as HTML
      if (!isStream && !isFile && !isPage && !envelope(text)) complain('badEnvelope', `${name}: ${status} ${text}`);
    },

    /** Checks that a foreign or deleted id has the same response as an unknown one: status, headers and body. */
    alike(name: string, unknown: Measured, tried: Measured): void {
      const [wanted, given] = [comparable(unknown), comparable(tried)];
      if (wanted !== given) complain('oracleDiffs', `${name}: ${given} instead of ${wanted}`);
    },
  };
}

/** Returns the response without the echoed id and without what differs each time. */
function comparable({ answer, value }: Measured): string {
  const headers = Object.entries(answer.headers).filter(([name]) => !VOLATILE.has(name));
  return `${answer.status} ${answer.text.replaceAll(value, '<id>')} ${JSON.stringify(headers.sort())}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
