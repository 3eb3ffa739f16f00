import { ConflictError, Patchbay, responseOf } from '@patchbay/sdk';

/** Creates contacts from a list. Run again after a crash it goes on: each line has a key of its own, and known people are known. */
const patchbay = new Patchbay({ token: process.env.PATCHBAY_TOKEN ?? '', baseUrl: process.env.PATCHBAY_URL ?? '' });

const people = [
  { customer: '1041', firstName: 'Ada', email: 'ada@example.com' },
  { customer: '1042', firstName: 'Grace', email: 'grace@example.com' },
];

const counts = { created: 0, repeated: 0, known: 0 };
for (const { customer, ...person } of people) {
  try {
    const contact = await patchbay.contacts.create(person, { idempotencyKey: `import-2026-11-${customer}` });
    counts[responseOf(contact)?.isReplayed ? 'repeated' : 'created']++;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    counts.known++;
  }
}
console.log(`created=${counts.created} repeated=${counts.repeated} known=${counts.known}`);
