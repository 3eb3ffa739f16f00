import type { Account, Environment } from '../environment.ts';
import { hexId } from '../ids.ts';
import type { Send } from '../journal.ts';
import type { LineDetails } from '../people.ts';
import { planStatuses } from '../sending/statuses.ts';
import { cutsConnection, saveAnswer, takeSend } from '../sending/take-send.ts';
import { bounceUpdate, emailCallbacks } from './mail.ts';
import { type ParsedMail, parseMail } from './parse.ts';
import type { EmailSpec } from './spec.ts';

export type Verdict =
  | { do: 'accept'; text: string }
  | { do: 'refuse'; code: number; text: string }
  | { do: 'cut' }
  | { do: 'hang' };

type Email = Account<EmailSpec>;

const texts: Record<number, string> = {
  421: '4.7.0 Try again later',
  451: '4.3.0 Try again later',
  452: '4.2.2 Mailbox full',
  550: '5.1.1 No such mailbox',
  552: '5.3.4 Message too big',
  554: '5.7.1 Refused',
};

/** Recipients that bounce at once are refused before the mail itself is sent. */
export function isRefusedAtTheDoor(environment: Environment, account: Email | undefined, address: string): Error | null {
  if (!account) return Object.assign(new Error('5.7.0 The account is no longer there'), { responseCode: 535 });
  const bounce = Object.entries(account.knobs.bounces).find(([who]) => who.toLowerCase() === address.toLowerCase())?.[1];
  if (bounce !== 'hard' && bounce !== 'soft') return null;
  const code = bounce === 'hard' ? 550 : 451;
  account.journal.add({
    vendorId: null,
    to: address,
    at: new Date(environment.clock.now()).toISOString(),
    body: null,
    idempotencyKey: null,
    ownId: null,
    accepted: false,
    errorCode: code,
  });
  return Object.assign(new Error(textFor(code)), { responseCode: code });
}

export async function takeMail(
  environment: Environment,
  account: Email | undefined,
  raw: Buffer,
  recipients: string[],
): Promise<Verdict> {
  if (!account) return { do: 'refuse', code: 535, text: '5.7.0 The account is no longer there' };
  const parsed = await parseMail(raw);
  const [to = '', ...alsoTo] = recipients.map((one) => one.toLowerCase());
  const outcome = await takeSend(environment, account, {
    to,
    alsoTo,
    body: parsed,
    text: parsed.text.trim(),
    details: { type: 'mail', subject: parsed.subject, ...fileOf(parsed) },
    key: parsed.messageId,
    ownId: parsed.messageId,
    newVendorId: () => parsed.messageId ?? `<${hexId()}@mail.sandbox.test>`,
    refuse: () => null,
    codes: { locked: 550, tooFast: 451 },
  });
  switch (outcome.do) {
    case 'hang':
      return { do: 'hang' };
    case 'refuse':
      return { do: 'refuse', code: smtpCode(outcome.refusal.code), text: textFor(outcome.refusal.code) };
    case 'replay':
      return outcome.answer as Verdict;
    case 'answer': {
      const verdict = { do: 'accept' as const, text: `2.0.0 Ok: queued as ${hexId()}` };
      saveAnswer(account, outcome.send, verdict);
      followUp(environment, account, outcome.send, outcome.failLater);
      return cutsConnection(account, outcome.send) ? { do: 'cut' } : verdict;
    }
  }
}

function fileOf({ attachments: [first] }: ParsedMail): LineDetails {
  return first ? { file: { name: first.fileName, mimeType: first.mimeType } } : {};
}

/** Plans the events of each recipient. */
function followUp(environment: Environment, account: Email, send: Send, failLater: number | null): void {
  const { knobs, chance, outbox } = account;
  const vendorId = send.vendorId as string;
  for (const recipient of [send.to, ...(send.alsoTo ?? [])]) {
    const bounces = failLater !== null || laterBounces(account).has(recipient);
    if (bounces) {
      outbox.plan(knobs.statusDelayMs, () => [bounceUpdate(environment, account, send, vendorId, recipient, failLater ?? 550)]);
      continue;
    }
    planStatuses(knobs, chance).forEach((status, i) => {
      outbox.plan(knobs.statusDelayMs * (i + 1), () =>
        emailCallbacks.status(environment, account, { vendorId, status }, { ...send, to: recipient }),
      );
    });
  }
}

const laterBounces = ({ knobs }: Email) =>
  new Set(Object.entries(knobs.bounces).flatMap(([who, how]) => (how === 'later' ? [who.toLowerCase()] : [])));

const smtpCode = (code: number) => (code >= 400 && code < 600 ? code : 554);
const textFor = (code: number) => texts[code] ?? `${code >= 500 ? '5.0.0' : '4.0.0'} An error chosen by a knob of the sandbox`;
