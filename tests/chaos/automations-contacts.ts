import type { Random } from './random.ts';

/** How a contact answers the question. A contact that says no is asked why, and half of them reply. */
export type Behaviour = 'yes' | 'no' | 'silent';

/** A simulated contact. Its replies and their delays depend on the seed only. */
export type Contact = {
  phone: string;
  name: string;
  order: string;
  behaviour: Behaviour;
  answerAfterMs: number;
  reasonAfterMs: number | null;
};

/** A contact with a started run. */
export type Started = Contact & { contactId: string };

const BEHAVIOURS: Behaviour[] = ['yes', 'no', 'silent'];
const MIN_DELAY_MS = 50;

export const makeContacts = (random: Random, count: number, timeoutSeconds: number): Contact[] =>
  Array.from({ length: count }, (_, i) => {
    const delay = () => random.between(MIN_DELAY_MS, timeoutSeconds * 1_000);
    const behaviour = BEHAVIOURS[random.below(BEHAVIOURS.length)] as Behaviour;
    return {
      phone: `+1212${5_550_000 + i}`,
      name: `P${i}`,
      order: `O${i}`,
      behaviour,
      answerAfterMs: delay(),
      reasonAfterMs: random.below(2) === 0 ? delay() : null,
    };
  });

export const answerOf = ({ behaviour, order }: Contact): string => `${behaviour} ${order}`;
export const reasonOf = ({ order }: Contact): string => `because of ${order}`;
