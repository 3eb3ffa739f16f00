import type { Refusal } from '../sending/take-send.ts';

export type Json = Record<string, unknown>;

/** Returns a text or a number as text, and '' for anything else. */
export const wordOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];
const LONGEST = { text: 4096, buttonTitle: 20, rowTitle: 24, ownId: 512 };

/** Returns what is wrong with the body of a send, independent of its recipient. */
export function faultIn(body: Json): Refusal | null {
  if (body.messaging_product !== 'whatsapp')
    return fault(100, "The parameter messaging_product is required and must be 'whatsapp'");
  if (typeof body.to !== 'string' && typeof body.recipient !== 'string') return fault(100, 'The parameter to is required');
  if (wordOf(body.biz_opaque_callback_data).length > LONGEST.ownId) {
    return fault(100, `biz_opaque_callback_data must be at most ${LONGEST.ownId} characters`);
  }
  const type = wordOf(body.type ?? 'text');
  const content = body[type];
  if (!checks[type] && !MEDIA.includes(type)) return fault(131051, `Message type ${type} is not supported`);
  if (typeof content !== 'object' || content === null) return fault(131008, `Parameter ${type} is required`);
  return (checks[type] ?? mediaFault)(content as Json, type);
}

const checks: Record<string, (content: Json, type: string) => Refusal | null> = {
  text: ({ body }) => {
    if (typeof body !== 'string' || body === '') return fault(131008, 'Parameter text.body is required');
    return body.length > LONGEST.text ? fault(100, `Param text['body'] must be at most ${LONGEST.text} characters long.`) : null;
  },
  interactive: (content) => {
    const action = (content.action ?? {}) as Json;
    if (content.type === 'button') return buttonsFault(listOf(action.buttons));
    if (content.type === 'list') return rowsFault(listOf(action.sections).flatMap((section) => listOf(section.rows)));
    return content.type ? null : fault(131008, 'Parameter interactive.type is required');
  },
  template: ({ name, language }) => {
    if (typeof name !== 'string') return fault(131008, 'Parameter template.name is required');
    return (language as Json | undefined)?.code ? null : fault(131008, 'Parameter template.language.code is required');
  },
  location: ({ latitude, longitude }) =>
    latitude === undefined || longitude === undefined ? fault(131008, 'Latitude and longitude are required') : null,
  contacts: (content) => (Array.isArray(content) && content.length > 0 ? null : fault(131008, 'Parameter contacts is required')),
  reaction: ({ message_id }) => (message_id ? null : fault(131008, 'Parameter reaction.message_id is required')),
};

function mediaFault(content: Json, type: string): Refusal | null {
  if (!content.id && !content.link) return fault(131008, `Parameter ${type}.id or ${type}.link is required`);
  if (content.caption && (type === 'audio' || type === 'sticker')) return fault(100, `${type} cannot have a caption`);
  return null;
}

function buttonsFault(buttons: Json[]): Refusal | null {
  if (buttons.length < 1 || buttons.length > 3)
    return fault(131009, 'Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3');
  const titles = buttons.map((button) => wordOf((button.reply as Json | undefined)?.title));
  const bad = titles.some((title) => title === '' || title.length > LONGEST.buttonTitle);
  return bad ? fault(131009, `Button title must be 1 to ${LONGEST.buttonTitle} characters long`) : null;
}

function rowsFault(rows: Json[]): Refusal | null {
  if (rows.length < 1 || rows.length > 10) return fault(131009, 'Total row count must be 1 to 10');
  const bad = rows.some((row) => !row.id || !row.title || wordOf(row.title).length > LONGEST.rowTitle);
  return bad ? fault(131009, `Every row needs an id and a title of at most ${LONGEST.rowTitle} characters`) : null;
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const fault = (code: number, details: string): Refusal => ({ code, details });
