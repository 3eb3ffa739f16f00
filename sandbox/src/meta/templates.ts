import type { Account, Environment } from '../environment.ts';
import { numericId } from '../ids.ts';
import type { Refusal } from '../sending/take-send.ts';
import { GraphFailure } from './errors.ts';
import type { WhatsAppSpec } from './specs.ts';
import { typeOfHandle } from './uploads.ts';
import { whatsappUpdate } from './whatsapp-callbacks.ts';
import { type Json, wordOf } from './whatsapp-check.ts';

export type Template = {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  parameter_format: string;
  components: Json[];
  rejected_reason?: string;
};

const DAY_MS = 86_400_000;
const EDITS = { perDay: 1, perMonth: 10 };
/** When approved templates were changed. */
const edits = new WeakMap<Template, number[]>();

const OTP_TYPES = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'];
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'];

export const templatesOf = (environment: Environment, wabaId: string): Template[] => {
  const found = environment.templates.get(wabaId) ?? [];
  environment.templates.set(wabaId, found);
  return found;
};

export function createTemplate(environment: Environment, account: Account<WhatsAppSpec>, body: Json): Template {
  const wrong = templateFault(environment, body);
  if (wrong) throw new GraphFailure(100, { details: wrong });
  const templates = templatesOf(environment, account.spec.wabaId);
  if (templates.some(({ name, language }) => name === body.name && language === body.language)) {
    throw new GraphFailure(100, { details: 'There is already content in this language', subcode: 2388024 });
  }
  const template: Template = {
    id: numericId(),
    name: wordOf(body.name),
    language: wordOf(body.language),
    category: wordOf(body.category),
    status: 'PENDING',
    parameter_format: wordOf(body.parameter_format ?? 'POSITIONAL').toUpperCase(),
    components: body.components as Json[],
  };
  templates.push(template);
  review(environment, account, template);
  return template;
}

/** Changes a reviewed template, which is reviewed again. */
export function editTemplate(environment: Environment, account: Account<WhatsAppSpec>, template: Template, changes: Json): void {
  if (template.status === 'PENDING') throw new GraphFailure(100, { details: 'A template under review cannot be edited' });
  if (template.status !== 'REJECTED') countEdit(environment, template);
  const { category = template.category, components = template.components } = changes;
  const wrong = templateFault(environment, { ...template, category, components });
  if (wrong) throw new GraphFailure(100, { details: wrong });
  Object.assign(template, { category, components, status: 'PENDING' });
  delete template.rejected_reason;
  review(environment, account, template);
}

/** An approved template can be changed once a day and ten times a month. */
function countEdit(environment: Environment, template: Template): void {
  const nowMs = environment.clock.now();
  const before = (edits.get(template) ?? []).filter((atMs) => atMs > nowMs - 30 * DAY_MS);
  const today = before.filter((atMs) => atMs > nowMs - DAY_MS);
  if (today.length >= EDITS.perDay || before.length >= EDITS.perMonth)
    throw new GraphFailure(100, {
      subcode: 2388040,
      details: 'An approved template can be edited once in 24 hours and 10 times in 30 days',
    });
  edits.set(template, [...before, nowMs]);
}

export function deleteTemplates(
  environment: Environment,
  account: Account<WhatsAppSpec>,
  name: string,
  id: string | undefined,
): boolean {
  const templates = templatesOf(environment, account.spec.wabaId);
  const kept = templates.filter((template) => template.name !== name || (id !== undefined && template.id !== id));
  environment.templates.set(account.spec.wabaId, kept);
  return kept.length < templates.length;
}

/** Returns why this template cannot be sent, or null. */
export function templateRefusal(environment: Environment, account: Account<WhatsAppSpec>, asked: Json): Refusal | null {
  const code = (asked.language as Json).code;
  const template = templatesOf(environment, account.spec.wabaId).find(
    ({ name, language }) => name === asked.name && language === code,
  );
  if (template?.status === 'PAUSED') return { code: 132015 };
  if (template?.status === 'DISABLED') return { code: 132016 };
  if (template?.status !== 'APPROVED') {
    return { code: 132001, details: `template name (${wordOf(asked.name)}) does not exist in ${wordOf(code)}` };
  }
  const wanted = placeholdersIn(template);
  const given = parametersIn(asked);
  if (template.category === 'AUTHENTICATION' && !hasCodeButton(asked))
    return { code: 132000, details: 'buttons: the code is required for the button' };
  if (wanted === given) return null;
  return {
    code: 132000,
    details: `body: number of localizable_params (${given}) does not match the expected number (${wanted})`,
  };
}

export function categoryOf(environment: Environment, account: Account<WhatsAppSpec>, asked: Json | undefined): string {
  const template = asked && templatesOf(environment, account.spec.wabaId).find(({ name }) => name === asked.name);
  return template ? template.category.toLowerCase() : asked ? 'utility' : 'service';
}

/** Reviews a template by the knob templateReview. */
function review(environment: Environment, account: Account<WhatsAppSpec>, template: Template): void {
  const { approveAfterMs, rejectWith, pauseAfterMs } = account.knobs.templateReview;
  environment.clock.after(approveAfterMs, () => {
    if (rejectWith) template.rejected_reason = rejectWith;
    decide(account, template, rejectWith ? 'REJECTED' : 'APPROVED', rejectWith ?? 'NONE');
    if (rejectWith || pauseAfterMs === null) return;
    environment.clock.after(pauseAfterMs, () => {
      if (template.status === 'APPROVED') decide(account, template, 'PAUSED', 'NONE');
    });
  });
}

function decide(account: Account<WhatsAppSpec>, template: Template, event: string, reason: string): void {
  template.status = event;
  const value = {
    event,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason,
    ...(event === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'Your template has been paused for 3 hours due to low quality.' },
    }),
    ...(event === 'REJECTED' && { rejection_info: { reason, recommendation: 'Change the content and submit it again.' } }),
  };
  account.outbox.push([whatsappUpdate({ field: 'message_template_status_update', value })]);
}

function templateFault(environment: Environment, body: Json): string | null {
  if (!/^[a-z0-9_]{1,512}$/.test(wordOf(body.name))) return 'name may have only lower case letters, digits and underscores';
  if (!CATEGORIES.includes(wordOf(body.category))) return `category must be one of ${CATEGORIES.join(', ')}`;
  if (typeof body.language !== 'string') return 'language is required';
  const components = Array.isArray(body.components) ? (body.components as Json[]) : [];
  if (body.category === 'AUTHENTICATION') return codeFault(components);
  const text = part(components, 'BODY')?.text;
  return typeof text === 'string'
    ? headerFault(environment, part(components, 'HEADER'))
    : 'components must have a BODY with text';
}

/** The required type of an uploaded sample, by the header's format. */
const SAMPLE_TYPES: Record<string, RegExp> = { IMAGE: /^image\//, VIDEO: /^video\//, DOCUMENT: /^application\/pdf$/ };

/** A header that is a file needs the handle of an uploaded sample. */
function headerFault(environment: Environment, header: Json | undefined): string | null {
  const wanted = SAMPLE_TYPES[wordOf(header?.format).toUpperCase()];
  if (!wanted) return null;
  const [handle] = ((header?.example as Json | undefined)?.header_handle ?? []) as unknown[];
  const type = typeOfHandle(environment, wordOf(handle));
  if (type === undefined) return 'Message template "components" param is missing expected field(s): example.header_handle';
  return wanted.test(type) ? null : `The sample of the header is ${type}`;
}

const part = (components: Json[], type: string): Json | undefined =>
  components.find((component) => wordOf(component.type).toUpperCase() === type);

/** Meta writes the text of authentication templates: a body and a footer without text, and one button for the code. */
function codeFault(components: Json[]): string | null {
  const [body, footer, buttons] = ['BODY', 'FOOTER', 'BUTTONS'].map((type) => part(components, type));
  if (!body || body.text !== undefined || part(components, 'HEADER')) return 'Authentication templates take no text of their own';
  const minutes = footer?.code_expiration_minutes;
  if (footer && !(Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 90))
    return 'code_expiration_minutes must be 1 to 90';
  const [button, ...more] = (buttons?.buttons ?? []) as Json[];
  const isCode = wordOf(button?.type).toUpperCase() === 'OTP' && OTP_TYPES.includes(wordOf(button?.otp_type).toUpperCase());
  return isCode && more.length === 0 ? null : 'Authentication templates need one button of type OTP';
}

function placeholdersIn(template: Template): number {
  if (template.category === 'AUTHENTICATION') return 1;
  const body = template.components.find((component) => wordOf(component.type).toUpperCase() === 'BODY');
  return new Set(wordOf(body?.text).match(/\{\{\s*\w+\s*\}\}/g)).size;
}

const hasCodeButton = (asked: Json): boolean =>
  ((asked.components ?? []) as Json[]).some(({ type, parameters }) => type === 'button' && Array.isArray(parameters));

function parametersIn(asked: Json): number {
  const components = (asked.components ?? []) as Json[];
  const body = components.find((component) => wordOf(component.type).toLowerCase() === 'body');
  return ((body?.parameters ?? []) as unknown[]).length;
}
