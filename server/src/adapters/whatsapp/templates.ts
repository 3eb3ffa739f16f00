import { z } from 'zod';
import type { Refusal, TemplateConnector, TemplateDraft, TemplateStatus } from '../adapter.ts';
import { type GraphError, metaId, refusalOf } from '../meta.ts';
import { askGraphAgain, type GraphRequest, unanswered } from '../meta-graph.ts';
import { classify } from './classify.ts';
import { uploadHeader } from './header-sample.ts';
import type { Settings } from './settings.ts';

type Deps = Parameters<TemplateConnector<Settings>['submit']>[0];

/** Templates belong to the WhatsApp Business Account. A name exists once per language; `remove` without an id removes all languages. */
export const templates: TemplateConnector<Settings> = {
  async submit(deps, settings, draft) {
    const header = await uploadHeader(deps, settings, draft);
    if (header.kind === 'refused') return header;
    const template = toTemplate(draft, header.handle);
    if (draft.vendorId !== null) return edit(deps, settings, draft.vendorId, template);
    const answer = await ask(deps, settings, { method: 'POST', body: template });
    if (answer.kind === 'refused' && answer.error.code !== EXISTS) return answer;
    const made = answer.kind === 'ok' ? Template.safeParse(answer.json).data : undefined;
    if (made) return submitted(made);
    const found = await find(deps, settings, draft.name);
    if ('kind' in found) return found;
    const same = found.find(({ language }) => language === draft.language);
    if (same) return submitted(same);
    return answer.kind === 'refused' ? answer : unanswered('WhatsApp took the template without giving it an id');
  },
  async remove(deps, settings, { name, vendorId }) {
    const query = { name, ...(vendorId && { hsm_id: vendorId }) };
    const answer = await ask(deps, settings, { method: 'DELETE', query });
    if (answer.kind === 'ok') return { kind: 'removed' };
    if (answer.next !== 'fail') return answer;
    const found = await find(deps, settings, name); // what is not there needs no removing
    const isGone = !('kind' in found) && !found.some(({ id }) => vendorId === null || id === vendorId);
    return isGone ? { kind: 'removed' } : answer;
  },
};

/** Updates a rejected template; it is reviewed again. */
async function edit(deps: Deps, settings: Settings, vendorId: string, { category, components }: ReturnType<typeof toTemplate>) {
  const answer = await ask(deps, settings, { method: 'POST', path: vendorId, body: { category, components } });
  return answer.kind === 'refused' ? answer : { kind: 'submitted' as const, vendorId, status: 'pending' as const };
}

const ask = ({ http }: Deps, settings: Settings, request: Omit<GraphRequest, 'path'> & { path?: string }) =>
  askGraphAgain(http, settings, { path: `${settings.wabaId}/message_templates`, ...request }, classifyTemplate);

/** Graph's subcode for "there is already content in this language". */
const EXISTS = '2388024';

function classifyTemplate(error: GraphError): Refusal {
  if (error.code !== 100 || error.subcode === 33) return classify(error);
  const code = String(error.subcode) === EXISTS ? Number(EXISTS) : error.code;
  return refusalOf({ ...error, code }, { key: 'template_problem', next: 'fail' });
}

const Template = z.object({ id: metaId, status: z.string() });
const Listed = Template.extend({ name: z.string(), language: z.string() });
type Listed = z.infer<typeof Listed>;
const Page = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});
const MOST_PAGES = 20;

/** Returns all languages of a name. Graph also lists names that contain it. */
async function find(deps: Deps, settings: Settings, name: string): Promise<Listed[] | Refusal> {
  const found: Listed[] = [];
  let after = '';
  for (let i = 0; i < MOST_PAGES; i++) {
    const query = { name, fields: 'id,name,language,status', limit: '100', ...(after && { after }) };
    const answer = await ask(deps, settings, { method: 'GET', query });
    if (answer.kind === 'refused') return answer;
    const page = Page.safeParse(answer.json).data;
    found.push(...(page?.data ?? []).flatMap((one) => Listed.safeParse(one).data ?? []));
    after = (page?.paging?.next && page.paging.cursors?.after) || '';
    if (!after) break;
  }
  return found.filter((one) => one.name === name);
}

const submitted = ({ id, status }: z.infer<typeof Template>) => ({
  kind: 'submitted' as const,
  vendorId: id,
  status: statuses.get(status) ?? 'pending',
});

const statuses = new Map<string, TemplateStatus>([
  ['APPROVED', 'approved'],
  ['REJECTED', 'rejected'],
]);

/** Returns the examples: Graph requires one for every placeholder. */
export const toTemplate = (draft: TemplateDraft, headerHandle?: string) => ({
  name: draft.name,
  category: draft.category.toUpperCase(),
  language: draft.language,
  parameter_format: draft.format,
  components: draft.category === 'authentication' ? toCodeComponents(draft) : toComponents(draft, headerHandle),
});

/** Returns the components of an authentication template. Meta writes its text. */
const toCodeComponents = ({ codeExpirationMinutes }: TemplateDraft) => [
  { type: 'BODY', add_security_recommendation: true },
  ...(codeExpirationMinutes ? [{ type: 'FOOTER', code_expiration_minutes: codeExpirationMinutes }] : []),
  { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
];

const toComponents = (draft: TemplateDraft, headerHandle: string | undefined) => [
  ...(draft.header ? [toHeader(draft.header, draft.format, headerHandle)] : []),
  toBody(draft),
  ...(draft.footer ? [{ type: 'FOOTER', text: draft.footer }] : []),
  ...(draft.buttons.length > 0 ? [{ type: 'BUTTONS', buttons: draft.buttons.map(toButton) }] : []),
];

function toHeader(header: NonNullable<TemplateDraft['header']>, format: TemplateDraft['format'], handle: string | undefined) {
  if ('kind' in header)
    return { type: 'HEADER', format: header.kind.toUpperCase(), ...(handle && { example: { header_handle: [handle] } }) };
  const { text, examples } = header;
  const names = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]);
  const named = examples.map((example, i) => ({ param_name: names[i], example }));
  const example = format === 'named' ? { header_text_named_params: named } : { header_text: examples };
  return { type: 'HEADER', format: 'TEXT', text, ...(examples.length > 0 && { example }) };
}

function toBody({ body: { text, examples }, format }: TemplateDraft) {
  const named = examples.map(({ name, value }) => ({ param_name: name, example: value }));
  const example = format === 'named' ? { body_text_named_params: named } : { body_text: [examples.map(({ value }) => value)] };
  return { type: 'BODY', text, ...(examples.length > 0 && { example }) };
}

function toButton({ type, text, value, example }: TemplateDraft['buttons'][number]) {
  if (type === 'quick_reply') return { type: 'QUICK_REPLY', text };
  if (type === 'phone_number') return { type: 'PHONE_NUMBER', text, phone_number: value };
  return { type: 'URL', text, url: value, ...(example && { example: [example] }) };
}
