/**
 * What somebody wrote, without what they answered to. Cuts only where a mail program has left a mark, keeps signatures,
 * and gives the whole text back when nothing would be left: too much is better than a question lost. Linear: strangers
 * choose the text.
 */
export function withoutQuote(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n');
  const lines = whole.split('\n');
  const hasTextAfterQuote = textAfterQuotes(lines);
  const cut = lines.findIndex((_, i) => isSeparator(lines, i, hasTextAfterQuote));
  const kept = cut === -1 ? withoutTrailingQuote(lines) : lines.slice(0, cut);
  const written = kept.join('\n').trim();
  return written === '' || isOnlyQuoted(kept) ? whole.trim() : written;
}

const isQuoted = (line: string) => /^\s{0,3}>/.test(line);
const isOnlyQuoted = (lines: string[]) => lines.every((line) => line.trim() === '' || isQuoted(line));
const MOST_LINE_CHARS = 1_000;

/** Everything from here to the end is the other mail. */
function isSeparator(lines: string[], i: number, hasTextAfterQuote: (attribution: number) => boolean): boolean {
  const line = (lines[i] ?? '').trim();
  if (line === '' || line.length > MOST_LINE_CHARS) return false;
  return isOriginalMark(line) || isHeaderBlock(lines, i) || (isAttribution(lines, i) && !hasTextAfterQuote(i));
}

/** "-----Original Message-----" in the languages that programs write it in. */
const ORIGINAL_MARK =
  /^-{2,}\s*(original message|original appointment|forwarded message|urspr[uü]ngliche nachricht|weitergeleitete nachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig meddelelse|ursprungligt meddelande|пересылаемое сообщение|исходное сообщение)\s*-{2,}$/i;
const isOriginalMark = (line: string) => ORIGINAL_MARK.test(line.replaceAll('’', "'"));

/** Outlook repeats the header of what is answered, under a rule or bare: From, then Sent or Date, then To or Subject. */
const FROM = /^\*?(from|von|de|da|van|fra|från|от)\s?:\*?\s+\S/i;
const SENT =
  /^\*?(sent|date|gesendet|datum|envoyé|enviado(?: el)?|fecha|data|inviato|verzonden|sendt|skickat|отправлено|дата)\s?:\*?\s+\S/i;
const TO_OR_SUBJECT =
  /^\*?(to|cc|subject|an|betreff|à|objet|para|asunto|a|oggetto|assunto|aan|onderwerp|til|emne|till|ämne|кому|тема)\s?:\*?(\s|$)/i;

function isHeaderBlock(lines: string[], i: number): boolean {
  const first = (lines[i] ?? '').trim();
  const start = /^_{10,}$/.test(first) ? nextFilled(lines, i + 1) : i;
  if (!FROM.test((lines[start] ?? '').trim())) return false;
  const block = lines.slice(start + 1, start + 6).map((line) => line.trim());
  return block.some((line) => SENT.test(line)) && block.some((line) => TO_OR_SUBJECT.test(line));
}

function nextFilled(lines: string[], from: number): number {
  let i = from;
  while (i < lines.length && (lines[i] ?? '').trim() === '') i++;
  return i;
}

/** "On Tue, 3 Nov 2026 at 10:00, Ada <ada@example.com> wrote:" on one line, or folded over up to three. */
const STARTS = /^(on|am|le|el|il|em|op|den|på|w dniu)\b/i;
const ENDS =
  /\b(wrote|writes|schrieb(?: .{1,120})?|a écrit|escribió|ha scritto|escreveu|schreef(?: .{1,120})?|skrev(?: .{1,120})?|napisał(?:\(a\)|a)?)\s?:$/i;
/** A date or an address: without one "On reflection Ada wrote:" is a sentence. */
const EVIDENCE = /\d{1,4}[./-]\d{1,2}|\d{1,2}:\d{2}|\b(19|20)\d{2}\b|\S@\S/;
const MOST_FOLDED_LINES = 3;

function isAttribution(lines: string[], i: number): boolean {
  if (!STARTS.test((lines[i] ?? '').trim())) return false;
  let joined = '';
  for (let n = 0; n < MOST_FOLDED_LINES && i + n < lines.length; n++) {
    const line = (lines[i + n] ?? '').trim();
    if (line === '' || line.length > MOST_LINE_CHARS) return false;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (ENDS.test(joined)) return EVIDENCE.test(joined);
  }
  return false;
}

/**
 * Tells whether answers are written between or after the quoted lines that follow an attribution: then the quote is part of
 * what is said, and stays. Asked for lines from top to bottom, it looks at each of them once.
 */
function textAfterQuotes(lines: string[]): (attribution: number) => boolean {
  const lastText = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line));
  let quoted = 0;
  return (attribution) => {
    quoted = Math.max(quoted, attribution + 1);
    while (quoted < lines.length && !isQuoted(lines[quoted] ?? '')) quoted++;
    return quoted < lines.length && lastText > quoted;
  };
}

/** "> " lines at the end, without an attribution; those above an answer stay. */
function withoutTrailingQuote(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && ((lines[end - 1] ?? '').trim() === '' || isQuoted(lines[end - 1] ?? ''))) end--;
  return lines.slice(0, end);
}
