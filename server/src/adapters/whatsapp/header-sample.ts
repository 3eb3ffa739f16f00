import { z } from 'zod';
import type { Refusal, TemplateConnector, TemplateDraft, TemplateSample } from '../adapter.ts';
import { type GraphError, refusalOf } from '../meta.ts';
import { askGraphAgain, graphUrl, readAnswer, unanswered } from '../meta-graph.ts';
import { classify } from './classify.ts';
import type { Settings } from './settings.ts';

type Deps = Pick<Parameters<TemplateConnector<Settings>['submit']>[0], 'http'>;
type Uploaded = { kind: 'uploaded'; handle?: string } | Refusal;

/** Uploads the sample of a header that is a file. Returns its handle, or undefined for other templates. */
export async function uploadHeader(deps: Deps, settings: Settings, { header }: Pick<TemplateDraft, 'header'>): Promise<Uploaded> {
  if (!header || !('kind' in header)) return { kind: 'uploaded' };
  if (!header.sample) return refused(`WhatsApp wants a sample of the header's ${header.kind}: give it as header.fileId`);
  if (settings.appId === undefined) return refused(NO_APP);
  const session = await openSession(deps, settings, settings.appId, header.sample);
  return typeof session === 'string' ? sendBytes(deps, settings, session, await header.sample.read()) : session;
}

const NO_APP =
  'The sample of the header is uploaded to your Meta app, and the channel does not know which that is: give it the setting appId, and submit the template again';

const refused = (message: string): Refusal => ({
  kind: 'refused',
  error: { key: 'template_problem', code: null, message },
  next: 'fail',
});

/** The id becomes part of a URL, so only a path with an optional signature is accepted. */
const Session = z.object({ id: z.string().regex(/^upload:[\w=+/-]{1,2000}(\?sig=[\w=+/-]{1,500})?$/) });
const Stored = z.object({ h: z.string().min(1).max(10_000) });

async function openSession({ http }: Deps, settings: Settings, appId: string, sample: TemplateSample): Promise<string | Refusal> {
  const { fileName, sizeBytes, mimeType } = sample;
  const query = { file_name: fileName, file_length: String(sizeBytes), file_type: mimeType };
  const answer = await askGraphAgain(http, settings, { method: 'POST', path: `${appId}/uploads`, query }, classifyUpload);
  if (answer.kind === 'refused') return answer;
  return Session.safeParse(answer.json).data?.id ?? unanswered('WhatsApp opened an upload without giving it an id');
}

/** A broken upload is not resumed: the whole submission is repeated. */
async function sendBytes({ http }: Deps, settings: Settings, session: string, body: Buffer): Promise<Uploaded> {
  const headers = {
    authorization: `OAuth ${settings.accessToken}`, // not Bearer, here alone
    file_offset: '0',
    'content-type': 'application/octet-stream',
  };
  const sent = await http.request({ method: 'POST', url: graphUrl(settings, session), headers, body });
  if (sent.kind === 'failed') return unanswered(sent.message);
  const answer = readAnswer(sent, classifyUpload);
  if (answer.kind === 'unknown') return unanswered(answer.message);
  if (answer.kind === 'refused') return answer;
  const handle = Stored.safeParse(answer.json).data?.h;
  return handle ? { kind: 'uploaded', handle } : unanswered('WhatsApp took the sample without giving it a handle');
}

/** A wrong app id does not stop the channel: messages need no app id. */
function classifyUpload(error: GraphError): Refusal {
  const refusal = classify(error);
  const isToken = error.code === 0 || error.code === 190;
  const isAboutUpload = error.code === 100 || (refusal.next === 'stop_channel' && !isToken);
  return isAboutUpload ? refusalOf(error, { key: 'template_problem', next: 'fail' }) : refusal;
}
