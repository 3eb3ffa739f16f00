import { Patchbay, PatchbayError } from '@patchbay/sdk';

/** Answers everybody who waits, and leaves those alone who may not be written to. */
const patchbay = new Patchbay({ token: process.env.PATCHBAY_TOKEN ?? '', baseUrl: process.env.PATCHBAY_URL ?? '' });

let answered = 0;
for await (const chat of patchbay.chats.each({ query: 'eq(status,"open")', sortBy: 'asc(createdAt)' })) {
  try {
    await patchbay.messages.send(chat.id, { text: 'We have read your message and answer within the hour.' });
    answered++;
  } catch (error) {
    const isClosed = error instanceof PatchbayError && error.is('outside_messaging_window', 'contact_unsubscribed');
    if (!isClosed) throw error;
  }
}
console.log(`answered=${answered}`);
