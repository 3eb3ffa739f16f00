import { checkPlain, type Report, URL_MAX } from './lengths.ts';
import { placeholdersIn } from './placeholders.ts';
import type { TemplateButton, TemplateFormat } from './template.ts';

const BUTTONS_MAX = 10;
const TEXT_MAX = 25;
const PAYLOAD_MAX = 256;
/** How many of a kind one template may have. */
const MOST = { quick_reply: 10, url: 2, phone_number: 1 } as const;

export function checkButtons(note: Report, buttons: TemplateButton[], format: TemplateFormat): void {
  if (buttons.length > BUTTONS_MAX) note('buttons', 'too_big', `There are at most ${BUTTONS_MAX} buttons; remove some`);
  const changes = buttons.filter((button, i) => i > 0 && isQuick(button) !== isQuick(buttons[i - 1])).length;
  if (changes > 1) note('buttons', 'custom', 'Quick replies stand together; put them before or after the other buttons');
  for (const [i, button] of buttons.entries()) {
    const path = `buttons.${i}`;
    const before = buttons.slice(0, i).filter(({ type }) => type === button.type).length;
    if (before >= MOST[button.type])
      note(`${path}.type`, 'too_big', `There are at most ${MOST[button.type]} of type ${button.type}; remove this one`);
    checkPlain(note, `${path}.text`, button.text, TEXT_MAX);
    checkValue[button.type](note, path, button, format);
  }
}

const isQuick = (button: TemplateButton | undefined): boolean => button?.type === 'quick_reply';

type CheckValue = (note: Report, path: string, button: TemplateButton, format: TemplateFormat) => void;

const checkValue: Record<TemplateButton['type'], CheckValue> = {
  quick_reply(note, path, { value, example }) {
    if (value !== null && (value === '' || value.length > PAYLOAD_MAX))
      note(`${path}.value`, value === '' ? 'too_small' : 'too_big', `Write 1 to ${PAYLOAD_MAX} characters, or leave it out`);
    noExample(note, path, example);
  },
  phone_number(note, path, { value, example }) {
    if (value === null) note(`${path}.value`, 'required', 'Write the number to call, such as +4915112345678');
    else if (!/^\+[1-9]\d{6,14}$/.test(value)) note(`${path}.value`, 'invalid_string', 'A phone number such as +4915112345678');
    noExample(note, path, example);
  },
  url(note, path, { value, example }, format) {
    if (value === null) return note(`${path}.value`, 'required', 'Write the address to open, such as https://example.com/orders');
    checkUrl(note, `${path}.value`, value, format);
    if (!/\{\{/.test(value)) return noExample(note, path, example);
    if (example === null || !/^\S+$/.test(example))
      note(`${path}.example`, 'required', 'Give an example of what stands for the variable, without spaces');
  },
};

function noExample(note: Report, path: string, example: string | null): void {
  if (example !== null) note(`${path}.example`, 'custom', 'Only an address with a variable has an example; leave it out');
}

/** The host is the author's to say and never the sender's: a variable may only end the address. */
function checkUrl(note: Report, path: string, value: string, format: TemplateFormat): void {
  const { names, broken } = placeholdersIn(value, format);
  const fixed = value.replace(/\{\{[^{}]*\}\}$/, '');
  const fixedForm = fixed === value ? /^https?:\/\/[^\s{}]+$/ : /^https?:\/\/[^\s{}/?#]+[/?#][^\s{}]*$/;
  const wanted = format === 'positional' ? '{{1}}' : 'a name such as {{order_id}}';
  if (value.length > URL_MAX) note(path, 'too_big', `An address has at most ${URL_MAX} characters`);
  if (broken.length > 0 || (format === 'positional' && names.some((name) => name !== '1')))
    note(path, 'custom', `The variable of an address is ${wanted}`);
  if (!fixedForm.test(fixed) || !URL.canParse(fixed))
    note(
      path,
      'invalid_string',
      'Write a whole address that begins with https:// or http://; one variable may end it, after the host and a slash',
    );
}
