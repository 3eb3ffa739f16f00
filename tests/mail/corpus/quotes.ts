import { type QuoteSample, quoteSamples } from '../../../server/src/adapters/email/quotes.test-kit.ts';
import {
  base64,
  escapeHtml,
  HTML,
  in64,
  inQp,
  type MailCase,
  mail,
  multipart,
  part,
  quotedPrintable,
  TEXT,
} from './mail-case.ts';

const expectedOf = ({ reply }: QuoteSample) => ({ kind: 'message' as const, text: reply, isQuoteCut: true, isAutomatic: false });

const QUOTED = ['Is it here?', '', 'Your shop'];

/** The encoding and the structure differ from language to language: text, text beside HTML, HTML alone. */
function answerOf({ reply, attributions }: QuoteSample, i: number): Buffer {
  const attribution = attributions[i % attributions.length] ?? '';
  const text = [reply, '', attribution, '', ...QUOTED.map((line) => `> ${line}`.trim())].join('\n');
  const html = `<div dir="auto">${escapeHtml(reply)}</div><br><div class="gmail_quote"><div class="gmail_attr">${escapeHtml(attribution).replace('\n', '<br>')}<br></div><blockquote class="gmail_quote">${QUOTED.map((line) => `<div>${line || '<br>'}</div>`).join('')}</blockquote></div>`;
  return inStructure(i, text, html);
}

function outlookOf({ reply, block, mark }: QuoteSample, i: number): Buffer {
  const rule = i % 3 === 0 && mark ? mark : i % 3 === 1 ? '________________________________' : '';
  const lines = [...(rule ? [rule] : []), ...block];
  const text = [reply, '', ...lines, '', ...QUOTED].join('\n');
  const html = `<p class="MsoNormal">${escapeHtml(reply)}</p><p><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">${lines.map(labelled).join('<br>')}</p></div><p>${QUOTED.join('<br>')}</p>`;
  return inStructure(i + 1, text, html);
}

const labelled = (line: string): string => escapeHtml(line).replace(/^([^:：]{1,30}[:：])/, '<b>$1</b>');

function inStructure(i: number, text: string, html: string): Buffer {
  switch (i % 5) {
    case 0:
      return mail({ ...inQp(TEXT) }, quotedPrintable(text));
    case 1:
      return mail({ ...in64(TEXT) }, base64(text));
    case 2:
      return mail(
        { 'Content-Type': 'multipart/alternative; boundary="=_alt"' },
        multipart('=_alt', [part(inQp(TEXT), quotedPrintable(text)), part(inQp(HTML), quotedPrintable(html))]),
      );
    case 3:
      return mail({ ...in64(HTML) }, base64(`<html><head><style>p{margin:0}</style></head><body>${html}</body></html>`));
    default:
      return mail({ ...TEXT, 'Content-Transfer-Encoding': '8bit' }, text);
  }
}

/** Two mails per language: an answer as Gmail, Apple Mail or Thunderbird writes it, and one as Outlook does. */
export const quotes: MailCase[] = Object.entries(quoteSamples).flatMap(([language, sample], i) => [
  { name: `quote ${language}`, language, raw: answerOf(sample, i), expected: expectedOf(sample) },
  { name: `Outlook ${language}`, language, raw: outlookOf(sample, i), expected: expectedOf(sample) },
]);
