import type { Account, Environment } from '../environment.ts';
import type { LineDetails } from '../people.ts';
import type { WhatsAppSpec } from './specs.ts';
import { templatesOf } from './templates.ts';
import { type Json, wordOf } from './whatsapp-check.ts';

type WhatsApp = Account<WhatsAppSpec>;
type Shown = { text: string; details: LineDetails };

const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

/** Returns what the phone of the recipient shows of a message. */
export function shownOnPhone(environment: Environment, account: WhatsApp, body: Json): Shown {
  const type = wordOf(body.type ?? 'text');
  const content = (body[type] ?? {}) as Json;
  const replyTo = wordOf((body.context as Json | undefined)?.message_id);
  const shown = contentOf(environment, account, type, content);
  return { text: shown.text, details: { type, ...(replyTo && { replyTo }), ...shown.details } };
}

function contentOf(environment: Environment, account: WhatsApp, type: string, content: Json): Shown {
  if (type === 'text') return { text: wordOf(content.body), details: {} };
  if (type === 'template') return templateOf(environment, account, content);
  if (type === 'interactive') return interactiveOf(content);
  if (FILES.includes(type)) return fileOf(account, content);
  const text = wordOf(content.name ?? content.emoji ?? content.latitude);
  return { text: `[${type}] ${text}`.trim(), details: {} };
}

function fileOf(account: WhatsApp, content: Json): Shown {
  const media = account.media.get(wordOf(content.id));
  const name = wordOf(content.filename) || media?.fileName || null;
  return { text: wordOf(content.caption), details: { file: { name, mimeType: media?.mimeType ?? null } } };
}

function interactiveOf(content: Json): Shown {
  const action = (content.action ?? {}) as Json;
  const replies = ((action.buttons ?? []) as Json[]).map(({ reply }) => reply as Json);
  const rows = ((action.sections ?? []) as Json[]).flatMap((section) => (section.rows ?? []) as Json[]);
  const buttons = [...replies, ...rows].map((one) => ({ id: wordOf(one.id), title: wordOf(one.title) }));
  return { text: wordOf((content.body as Json | undefined)?.text), details: { buttons } };
}

/** Puts the parameters into the text of the template, as WhatsApp does. */
function templateOf(environment: Environment, account: WhatsApp, asked: Json): Shown {
  const code = (asked.language as Json | undefined)?.code;
  const template = templatesOf(environment, account.spec.wabaId).find(
    ({ name, language }) => name === asked.name && language === code,
  );
  if (!template) return { text: `[template] ${wordOf(asked.name)}`, details: {} };
  const part = (type: string) => template.components.find((one) => wordOf(one.type).toUpperCase() === type);
  const header = part('HEADER');
  const texts = [
    wordOf(header?.format).toUpperCase() === 'TEXT' ? filled(header, asked, 'header') : '',
    filled(part('BODY'), asked, 'body'),
    wordOf(part('FOOTER')?.text),
  ];
  const replies = ((part('BUTTONS')?.buttons ?? []) as Json[]).map(({ text }) => ({ id: wordOf(text), title: wordOf(text) }));
  return { text: texts.filter(Boolean).join('\n\n'), details: replies.length > 0 ? { buttons: replies } : {} };
}

function filled(component: Json | undefined, asked: Json, type: string): string {
  const given = ((asked.components ?? []) as Json[]).find((one) => wordOf(one.type).toLowerCase() === type);
  const parameters = (given?.parameters ?? []) as Json[];
  const parameterNamed = (name: string) =>
    parameters.find((one) => one.parameter_name === name)?.text ?? parameters[Number(name) - 1]?.text ?? '';
  return wordOf(component?.text).replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => wordOf(parameterNamed(name)));
}
