import type { Answered, Download, NotAnswered } from '../../platform/provider-http.ts';
import type { Adapter, Refusal, SendDeps } from '../adapter.ts';
import { basicAuth } from './send.ts';
import type { SmsSettings } from './settings.ts';

const MOST_REDIRECTS = 2;

type Http = SendDeps['http'];
type Fetched = Awaited<ReturnType<NonNullable<Adapter<SmsSettings>['fetchMedia']>>>;

/** Accounts choose whether media needs the password, so it is asked for with it, and when that is refused once without. */
export async function fetchMedia(
  { http }: Pick<SendDeps, 'http'>,
  settings: SmsSettings,
  ref: Record<string, string>,
): Promise<Fetched> {
  const url = ref.url ?? '';
  const mayKnow = isTwilios(url, settings.baseUrl);
  const first = await follow(http, url, mayKnow ? { authorization: basicAuth(settings) } : {});
  const isRefused = first.kind === 'answered' && (first.status === 401 || first.status === 403);
  const answer = mayKnow && isRefused ? await follow(http, url, {}) : first;
  return answer.kind === 'bytes' ? { kind: 'bytes', stream: answer.stream, mimeType: answer.mimeType } : refusalOf(answer);
}

/** The password is Twilio's: wherever else a callback points, it stays at home. */
export function isTwilios(url: string, baseUrl: string): boolean {
  const [there, base] = [URL.parse(url), URL.parse(baseUrl)];
  if (!there || !base) return false;
  return there.origin === base.origin || (there.protocol === 'https:' && /(^|\.)twilio\.com$/.test(there.hostname));
}

/** Twilio sends on to its store with a link that carries its own permission; ours is not repeated there. */
async function follow(http: Http, url: string, headers: Record<string, string>): Promise<Download | Answered | NotAnswered> {
  let answer = await http.download({ url, headers });
  let from = url;
  for (let i = 0; i < MOST_REDIRECTS && answer.kind === 'answered' && [301, 302, 303, 307, 308].includes(answer.status); i++) {
    const next = URL.parse([answer.headers.location].flat()[0] ?? '', from)?.href;
    if (!next) break;
    from = next;
    answer = await http.download({ url: next });
  }
  return answer;
}

function refusalOf(answer: Answered | NotAnswered): Refusal {
  // A file is copied after its callback is sent, so at first it may not be there.
  const isPassing = answer.kind === 'failed' || answer.status === 429 || answer.status === 404 || answer.status >= 500;
  const message = answer.kind === 'failed' ? answer.message : `Twilio answered ${answer.status} when asked for the file`;
  return {
    kind: 'refused',
    error: { key: 'media_problem', code: answer.kind === 'failed' ? null : String(answer.status), message },
    next: isPassing ? 'retry' : 'fail',
  };
}
