import type { Download, ProviderHttp } from '../../platform/provider-http.ts';
import type { Adapter, Refusal } from '../adapter.ts';
import { invalidMessage } from '../meta.ts';
import { unanswered } from '../meta-graph.ts';
import type { Settings } from './settings.ts';

/** Downloads from Meta's CDN. The URL needs no token, can redirect, and expires. */
export const fetchMedia: NonNullable<Adapter<Settings>['fetchMedia']> = async ({ http }, _settings, { url }) =>
  url && URL.canParse(url) ? follow(http, url, 3) : invalidMessage('This message came without a link to its file');

async function follow(http: ProviderHttp, url: string, hops: number): Promise<Download | Refusal> {
  const file = await http.download({ url });
  if (file.kind === 'bytes') return file;
  if (file.kind === 'failed') return unanswered(file.message);
  const location = [file.headers.location].flat()[0];
  const next = file.status >= 300 && file.status < 400 && location ? URL.parse(location, url) : null;
  if (next && hops > 0) return follow(http, next.href, hops - 1);
  const message = `Instagram's link to the file answered HTTP ${file.status}; such links work for a limited time`;
  const isPassing = file.status >= 500 || file.status === 429 || file.status === 404; // not copied to every server yet
  return { kind: 'refused', error: { key: 'media_problem', code: null, message }, next: isPassing ? 'retry' : 'fail' };
}
