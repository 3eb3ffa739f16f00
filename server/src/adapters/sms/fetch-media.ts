import type { Answered, Download, NotAnswered } from '../../platform/provider-http.ts';
import type { Adapter, Refusal, SendDeps } from '../adapter.ts';
import { basicAuth } from './send.ts';
import type { SmsSettings } from './settings.ts';

const MOST_REDIRECTS = 2;

type Http = SendDeps['http'];
type Fetched = Awaited<ReturnType<NonNullable<Adapter<SmsSettings>['fetchMedia']>>>;

/** Downloads media with the password, and without it if that is refused: an account decides whether media needs it. */
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

/** Returns the password only for Twilio's own host: a callback can contain any URL. */
export function isTwilios(url: string, baseUrl: string): boolean {
  const [there, base] = [URL.parse(url), URL.parse(baseUrl)];
  if (!there || !base) return false;
  return there.origin === base.origin || (there.protocol === 'https:' && /(^|\.)twilio\.com$/.test(there.hostname));
}

/** Follows Twilio's redirect to its file store without the password: the URL is signed. */
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
  // The file can be missing at first: Twilio copies it after the callback.
  const isPassing = answer.kind === 'failed' || answer.status === 429 || answer.status === 404 || answer.status >= 500;
  const message = answer.kind === 'failed' ? answer.message : `Twilio answered ${answer.status} when asked for the file`;
  return {
    kind: 'refused',
    error: { key: 'media_problem', code: answer.kind === 'failed' ? null : String(answer.status), message },
    next: isPassing ? 'retry' : 'fail',
  };
}
