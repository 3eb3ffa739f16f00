import type { Refusal, TemplateDraft, TemplateSample } from '../adapters/adapter.ts';
import type { ChannelConnector } from '../adapters/connector.ts';
import { stopChannel } from '../domain/channels/index.ts';
import { openFile, readBytes } from '../domain/files/index.ts';
import { findTemplate, recordSubmission, type SubmissionResult, type Template } from '../domain/templates/index.ts';
import { Failure } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { ExternalHandler, JobRef } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import type { Ctx } from '../storage/context.ts';
import { againAt, type Ending, providerJob } from './provider-job.ts';

const job = jobs.submitTemplate;
const NOT_CONNECTED = 'the channel is not connected to its provider; give it its settings';

/** Submits a template to its provider for review. The verdict arrives in a callback, hours or days later. */
export const createTemplateSubmitter = ({
  connector,
  files,
}: {
  connector: Pick<ChannelConnector, 'open'>;
  files: FileStore;
}): ExternalHandler =>
  providerJob(job, async (ctx, { templateId }, ref) => {
    const template = await findTemplate(ctx, templateId);
    if (template?.status !== 'pending') return {}; // deleted, or decided meanwhile
    const channel = await connector.open(ctx, template.channelId);
    if (!channel) return { ...recorded(template, waiting(NOT_CONNECTED)), againAt: againAt(ctx, job, ref) };
    const { adapter, settings, sendDeps } = channel;
    if (!adapter.templates) return recorded(template, { kind: 'approved' });
    const sample = await sampleOf(ctx, files, template.header);
    if (sample === 'gone') return recorded(template, { kind: 'rejected', reason: SAMPLE_GONE });
    const outcome = sanitizeText(await adapter.templates.submit(sendDeps, settings, toDraft(template, sample)));
    return outcome.kind === 'submitted' ? recorded(template, outcome) : afterRefusal(ctx, ref, template, outcome);
  });

const SAMPLE_GONE = 'The sample of the header was deleted; give another one as header.fileId, and submit the template again';

/** Returns the sample of a header that is a file. Its bytes are read when the adapter asks for them. */
async function sampleOf(ctx: Ctx, files: FileStore, header: Template['header']): Promise<TemplateSample | 'gone' | undefined> {
  if (!header?.fileId) return undefined;
  try {
    const open = await openFile(ctx, files, header.fileId);
    const { name, mimeType, sizeBytes } = open.file;
    return { fileName: name, mimeType, sizeBytes, read: () => readBytes(open, 0, sizeBytes) };
  } catch (error) {
    if (error instanceof Failure) return 'gone';
    throw error;
  }
}

/** Rejects a template that is refused for good, with the provider's reason. Everything else is retried, and the template says why it waits. */
function afterRefusal(ctx: Ctx, ref: JobRef, template: Template, { next, error, retryAfterSeconds }: Refusal): Ending {
  if (next === 'fail') return recorded(template, { kind: 'rejected', reason: error.message });
  const record = async (ctx: Ctx) => {
    if (next === 'stop_channel') await stopChannel(ctx, template.channelId, error.message);
    await recordSubmission(ctx, template, waiting(error.message));
  };
  return { record, againAt: againAt(ctx, job, ref, retryAfterSeconds) };
}

const waiting = (reason: string): SubmissionResult => ({ kind: 'waiting', reason: `Not submitted yet: ${reason}` });

const recorded = (template: Template, result: SubmissionResult): Ending => ({
  record: (ctx) => recordSubmission(ctx, template, result),
});

/** Returns the template in a provider's form: examples in the order of their numbers, a button's example as the whole URL. */
export function toDraft(template: Template, sample?: TemplateSample): TemplateDraft {
  const { name, language, category, format, header, body, footer, buttons, vendorId, codeExpirationMinutes } = template;
  const examples = format === 'named' ? body.examples : body.examples.toSorted((a, b) => Number(a.name) - Number(b.name));
  return {
    name,
    language,
    category,
    format,
    header: draftHeader(header, sample),
    body: { text: body.text, examples },
    footer,
    codeExpirationMinutes,
    buttons: buttons.map(draftButton),
    vendorId,
  };
}

function draftHeader(header: Template['header'], sample: TemplateSample | undefined): TemplateDraft['header'] {
  if (!header) return null;
  if (header.kind !== 'text') return { kind: header.kind, ...(sample && { sample }) };
  return { text: header.text ?? '', examples: header.examples.map(({ value }) => value) };
}

/** Providers number the placeholder of a URL in both formats. The payload of a quick reply is given with each send. */
function draftButton({ type, text, value, example }: Template['buttons'][number]): TemplateDraft['buttons'][number] {
  if (type === 'quick_reply' || value === null) return { type, text };
  const fixed = value.replace(/\{\{\w+\}\}$/, '');
  if (type === 'phone_number' || example === null || fixed === value) return { type, text, value };
  return { type, text, value: `${fixed}{{1}}`, example: fixed + example };
}
