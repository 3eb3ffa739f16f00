import { z } from 'zod';
import type { Adapter, Refusal } from '../adapter.ts';
import { type GraphError, invalidMessage, maybe, refusalOf, shortText } from '../meta.ts';
import { askGraphAgain, readAnswer, unanswered } from '../meta-graph.ts';
import { classify } from './classify.ts';
import type { Settings } from './settings.ts';

type FetchMedia = NonNullable<Adapter<Settings>['fetchMedia']>;
type Deps = Parameters<FetchMedia>[0];
type Fetched = Awaited<ReturnType<FetchMedia>>;

/** Downloads media. The id is valid for seven days, its URL for five minutes: an expired URL is requested once more. */
export const fetchMedia: FetchMedia = async (deps, settings, { mediaId }) => {
  if (!mediaId) return invalidMessage('This message came without the id of its file');
  return (await download(deps, settings, mediaId)) ?? (await download(deps, settings, mediaId)) ?? unanswered(gone);
};

const gone = 'WhatsApp returned the URL of a file and then reported twice that the file does not exist';

const Described = z.object({ url: z.string().min(1), mime_type: maybe(shortText) });

/** Returns undefined if the URL has expired. */
async function download({ http }: Deps, settings: Settings, mediaId: string): Promise<Fetched | undefined> {
  const request = { method: 'GET', path: encodeURIComponent(mediaId) } as const;
  const answer = await askGraphAgain(http, settings, request, classifyMedia);
  if (answer.kind === 'refused') return answer;
  const described = Described.safeParse(answer.json).data;
  if (!described) return unanswered(`WhatsApp gave no URL for media ${mediaId}`);
  const file = await http.download({ url: described.url, headers: { authorization: `Bearer ${settings.accessToken}` } });
  if (file.kind === 'failed') return unanswered(file.message);
  if (file.kind === 'bytes') return { ...file, mimeType: described.mime_type?.split(';')[0]?.trim() || file.mimeType };
  if (file.status === 404) return undefined;
  const refused = readAnswer(file, classifyMedia);
  return refused.kind === 'refused' ? refused : unanswered(`WhatsApp answered HTTP ${file.status} instead of a file`);
}

/** For media, "bad parameter" means that the id has expired; the channel is not stopped. */
const classifyMedia = (error: GraphError): Refusal =>
  error.code === 100 ? refusalOf(error, { key: 'media_problem', next: 'fail' }) : classify(error);
