import { automatic } from './automatic.ts';
import { charsets } from './charsets.ts';
import { calendars, flows, pages, signatures } from './kinds.ts';
import type { MailCase } from './mail-case.ts';
import { quotes } from './quotes.ts';
import { reports } from './reports.ts';
import { structures } from './structures.ts';

/** Every mail of the corpus. Adding one is adding a row to one of these lists. */
export const corpus: MailCase[] = [
  ...quotes,
  ...charsets,
  ...structures,
  ...reports,
  ...automatic,
  ...calendars,
  ...signatures,
  ...flows,
  ...pages,
];
