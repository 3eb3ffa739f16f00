import { type Expected, type MailCase, mail, OWN, TEXT } from './mail-case.ts';

type Message = Extract<Expected, { kind: 'message' }>;
const OUT = 'I am away until Monday.';
const row = (name: string, headers: Record<string, string>, more: Partial<Message> = {}, text = OUT): MailCase => ({
  name,
  raw: mail({ ...TEXT, ...headers }, text),
  expected: { kind: 'message', text, isAutomatic: true, ...more },
});

/** Answers of machines, lists, and people who only look like machines. */
export const automatic: MailCase[] = [
  row(
    'away: RFC 3834',
    { 'Auto-Submitted': 'auto-replied', Subject: 'Automatic reply: Order' },
    { subject: 'Automatic reply: Order' },
  ),
  row('away: RFC 3834 with a parameter', { 'Auto-Submitted': 'auto-replied (vacation); owner-email="ada@example.com"' }),
  row('away: Exchange', { 'X-Auto-Response-Suppress': 'All', 'X-MS-Exchange-Inbox-Rules-Loop': 'ada@example.com' }),
  row('away: Gmail', { Precedence: 'bulk', 'X-Autoreply': 'yes', 'Auto-Submitted': 'auto-replied' }),
  row('away: cPanel', { 'X-Autorespond': 'Re: Order', Precedence: 'auto_reply' }),
  row('away: empty return path', { 'Return-Path': '<>' }),
  row(
    'ticket system',
    { 'Auto-Submitted': 'auto-generated', From: 'Support <support@example.com>' },
    { from: 'support@example.com' },
  ),
  row('no-reply', { From: 'Example <no-reply@example.com>' }, { from: 'no-reply@example.com' }),
  row('newsletter', { 'List-Unsubscribe': '<https://news.example.com/u/1>', 'List-Id': '<news.example.com>' }),
  row('mailing list', { Precedence: 'list', 'List-Id': 'Users <users.lists.example.org>' }),
  row('feedback loop of a bulk sender', { 'Feedback-ID': '1:2:campaign:shop' }),
  row('a person whose program says so', { 'Auto-Submitted': 'no' }, { isAutomatic: false }, 'It is me.'),
  row(
    'a person with a subject about absence',
    { Subject: 'Out of office furniture' },
    { isAutomatic: false },
    'Do you sell desks?',
  ),
  row('unsubscribe by subject', { Subject: 'unsubscribe' }, { isAutomatic: false, preference: 'stop' }, 'x'),
  row('unsubscribe by text', {}, { isAutomatic: false, preference: 'stop' }, 'Stop!'),
  row('no wish to stop', { Subject: 'Please stop by' }, { isAutomatic: false, preference: null }, 'We stop at nothing.'),
  {
    name: 'our own mail',
    raw: mail({ ...TEXT, From: `Shop <${OWN.toUpperCase()}>` }, 'Copy'),
    expected: { kind: 'ignored', what: /own address/ },
  },
  {
    name: 'mail without a sender',
    raw: mail({ ...TEXT, From: '' }, 'Who?'),
    expected: { kind: 'ignored', what: /without a sender/ },
  },
];
