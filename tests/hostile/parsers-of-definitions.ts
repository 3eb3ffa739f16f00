import { toTemplate } from '../../server/src/adapters/whatsapp/templates.ts';
import { checkDefinition } from '../../server/src/domain/automations/check.ts';
import { Definition } from '../../server/src/domain/automations/index.ts';
import { checkSchedule } from '../../server/src/domain/campaigns/schedule/check.ts';
import { readContact } from '../../server/src/domain/contact-imports/contact-record.ts';
import { secretHeaderFault, secretsIn } from '../../server/src/domain/secrets/reference.ts';
import { placeholdersIn } from '../../server/src/domain/templates/placeholders.ts';
import { parseJsonBody } from '../../server/src/http/json-body.ts';
import { phoneFaults } from '../../server/src/http/v2/broadcast-faults.ts';
import { toInvalidParams } from '../../server/src/http/validate.ts';
import { isPhoneNumber, phoneMatch } from '../../server/src/platform/phone-number.ts';
import { placeholderError, placeholderPaths, renderText } from '../../server/src/platform/render-text.ts';
import { canonicalTimeZone } from '../../server/src/platform/time-zone.ts';
import { counted, type Generator, json, nested, run, within } from './generators.ts';
import { type HostileParser, parser } from './parser.ts';

const MEBIBYTE = 1_048_576;
const NOW = new Date('2026-11-15T12:00:00Z');

const TRIGGER = '{"trigger":{"type":"api"},"steps":[';
const steps = (step: (i: number) => string) => within(TRIGGER, counted(step, ','), ',{"id":"z","type":"end"}]}');
const condition = `and(${'eq(contact.a,\\"b\\"),'.repeat(45)}isNull(contact.b))`;
const cases = (i: number, count: number, text: string) =>
  Array.from({ length: count }, (_, n) => `{"if":"${text}","next":"s${(i + n) % 200}"}`).join(',');

export const definitions: Record<string, Generator> = {
  'branches of long conditions': steps((i) => `{"id":"s${i}","type":"branch","cases":[${cases(i, 5, condition)}]}`),
  'branches to everywhere': steps((i) => `{"id":"s${i}","type":"branch","cases":[${cases(i, 20, 'eq(contact.a,1)')}]}`),
  'a chain of waits': steps((i) => `{"id":"s${i}","type":"wait","seconds":1,"next":"s${i + 1}"}`),
  'steps of one name': steps(() => '{"id":"a","type":"end"}'),
  'texts of placeholders': steps((i) => `{"id":"s${i}","type":"send_message","text":"${'{{contact.a}}'.repeat(300)}"}`),
  'texts of openings': steps((i) => `{"id":"s${i}","type":"send_message","text":"${'{{'.repeat(2_000)}"}`),
  'headers of requests': steps(
    (i) => `{"id":"s${i}","type":"http_request","url":"https://a.example","headers":{${headers(200)}}}`,
  ),
  'steps that are none': within(TRIGGER, run('{},'), '{}]}'),
  'steps of unknown fields': steps((i) => `{"id":"s${i}","type":"end",${headers(100)}}`),
  ...json,
};
function headers(count: number): string {
  return Array.from({ length: count }, (_, i) => `"h${i}":"{{secrets.a}}"`).join(',');
}

const places: Record<string, Generator> = {
  'openings only': run('{{'),
  closings: run('}}'),
  'openings with blanks': run('{{ '),
  'placeholders with a fallback': run('{{a|'),
  'valid placeholders': run('{{contact.a}}'),
  'secrets without an end': run('{{secrets.a '),
  bars: within('{{', run('|')),
  dots: within('{{a', run('.a'), '}}'),
  nested: nested('{{', '}}', 'a'),
};

const numbers = (count: number, step = 1): string => Array.from({ length: count }, (_, i) => i * step).join(',');
const hours = numbers(24);
/** Five rules each, the maximum; the size has no meaning, because a short rule can be expensive. */
export const schedules: Record<string, Generator> = Object.fromEntries(
  [
    `FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${numbers(12, 5)};COUNT=1000`,
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${hours};BYMINUTE=0,30;COUNT=1000`,
    'FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7;COUNT=1000',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    `FREQ=YEARLY;BYYEARDAY=${numbers(100).replace('0,', '')};COUNT=1000`,
    `FREQ=${'YEARLY;'.repeat(70)}`,
    `FREQ=DAILY;BYHOUR=${numbers(170).slice(0, 470)}`,
  ].map((rule) => [rule.slice(0, 40), () => Array(5).fill(rule).join('\n')]),
);

const importColumns = ['phoneNumber', 'labels', 'email'].map((field, at) => ({ field, at }));

export const parsersOfDefinitions: HostileParser[] = [
  parser({
    name: 'definition',
    files: ['domain/automations/definition.ts', 'domain/automations/check.ts', 'http/validate.ts'],
    limitBytes: MEBIBYTE,
    runs: 'event loop',
    generators: definitions,
    parse(text: string) {
      const read = Definition.safeParse(parseJsonBody(Buffer.from(text)).value, { reportInput: true });
      return read.success ? checkDefinition(read.data) : toInvalidParams(read.error.issues);
    },
  }),
  parser({
    name: 'template-text',
    files: [
      'platform/render-text.ts',
      'domain/templates/placeholders.ts',
      'domain/secrets/reference.ts',
      'adapters/whatsapp/templates.ts',
    ],
    limitBytes: 5_000,
    runs: 'event loop',
    generators: places,
    parse(text: string) {
      placeholderError(text, ['contact']);
      placeholderPaths(text);
      renderText(text, { contact: { a: 'x'.repeat(4_096) } });
      placeholdersIn(text, 'positional');
      placeholdersIn(text, 'named');
      secretsIn(text);
      secretHeaderFault('authorization', text);
      toTemplate({
        category: 'utility',
        format: 'named',
        header: { text, examples: [] },
        body: { text, examples: [] },
        buttons: [],
      } as never);
    },
  }),
  parser({
    name: 'recurrence',
    files: [
      'domain/campaigns/schedule/recurrence.ts',
      'domain/campaigns/schedule/rule.ts',
      'domain/campaigns/schedule/in-pool.ts',
    ],
    limitBytes: 2_500,
    runs: 'worker thread',
    generators: schedules,
    parse: (text: string) =>
      checkSchedule(
        { scheduledAt: NOW, recurrenceRules: text.split('\n'), timeZone: 'America/New_York', missed: 'run_late', createdAt: NOW },
        NOW,
      ),
  }),
  parser({
    name: 'time-zone',
    files: ['platform/time-zone.ts'],
    limitBytes: 65_536, // a thousand names of 64 characters: one name is too short to measure
    runs: 'slices',
    generators: {
      'spellings of one name': counted((i) => spelled('america/argentina/buenos_aires', i), ' '),
      'names that are none': counted((i) => `Etc/${i}`.padEnd(64, 'x'), ' '),
      offsets: counted((i) => `+${String(i % 24).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`, ' '),
    },
    parse: (text: string) => text.split(' ').map(canonicalTimeZone),
  }),
  parser({
    name: 'phone-number',
    files: ['platform/phone-number.ts'],
    limitBytes: 65_536,
    runs: 'event loop',
    generators: {
      digits: run('1'),
      'digits and blanks': run('1 '),
      brackets: run('('),
      zeros: run('0'),
      'signs before a number': run('+'),
    },
    parse: (value: string) => [isPhoneNumber(value), phoneMatch(value)],
  }),
  parser({
    name: 'import-record',
    files: ['domain/contact-imports/contact-record.ts'],
    limitBytes: 65_536,
    runs: 'event loop',
    generators: {
      digits: run('1'),
      'digits and blanks': run('1 '),
      brackets: run('('),
      'labels of a character': run('a;'),
      extensions: run('1 ext. '),
      'signs before a number': run('+'),
    },
    parse: (cell: string) => readContact(importColumns, [cell, cell, cell], { defaultCountry: 'DE', labelSeparator: /[,;]/ }),
  }),
  parser({
    name: 'broadcast-numbers',
    files: ['http/v2/broadcast-faults.ts'],
    limitBytes: 65_536, // some 5,000 numbers, as many as a broadcast has contacts
    runs: 'event loop',
    generators: {
      numbers: counted((i) => `+49151${10_000 + i}`, '\n'),
      'numbers that are none': counted((i) => `0${i}`.padEnd(12, '1'), '\n'),
      brackets: run('('),
      'signs before a number': run('+'),
    },
    parse: (text: string) => text.split('\n').map((number) => phoneFaults('phoneNumber', number)),
  }),
];

const spelled = (name: string, i: number): string =>
  Array.from(name, (sign, at) => (((i >> (at % 16)) & 1) === 1 ? sign.toUpperCase() : sign)).join('');
