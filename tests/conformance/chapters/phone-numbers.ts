import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newContact } from '../fixtures.ts';
import { chatWith } from '../talks.ts';

/** Digits of a number in London, without the trunk zero. */
const london = (): string => `20${randomInt(1e7, 1e8)}`;

export const phoneNumbers: Chapter = {
  title: 'Phone numbers',
  checks: [
    check('Spellings of one number are one person: the second is 409 conflict, and the first spelling is kept', async (api) => {
      const number = london();
      const spelling = `+44 (0)${number.slice(0, 2)} ${number.slice(2, 6)} ${number.slice(6)}`;
      assert.equal((await newContact(api, { phoneNumber: spelling })).phoneNumber, spelling);
      for (const phoneNumber of [`+44${number}`, `0044${number}`, `44${number}`])
        failed(await api.post('/v3/contacts', { phoneNumber }), 409, 'conflict');
    }),
    check('What is no phone number is refused: signs, no country code, too short, too long, no such country', async (api) => {
      for (const phoneNumber of ['(((((', '015112345678', '+1234567', '+123456789012345678', '+99912345678']) {
        refused(await api.post('/v3/contacts', { phoneNumber }), 'phoneNumber', 'invalid_string');
        refused(
          await api.post('/v3/contacts', { handles: [{ type: 'phone_number', value: phoneNumber }] }),
          'handles.0.value',
          'invalid_string',
        );
      }
    }),
    check('POST /contact_duplicates/search answers a list, and needs contacts.read', async (api) => {
      assert.ok(Array.isArray(succeeded(await api.post('/v3/contact_duplicates/search', {}))));
    }),
    checkProvider('Short codes and names as senders of texts have chats of their own', async (api, provider) => {
      const line = await provider.line(api, 'sms');
      for (const from of [`7${randomInt(1e4, 1e5 - 1)}`.slice(0, 5), 'ACME']) {
        await line.write({ from, text: `From ${from}` });
        const chat = await chatWith(api, line, ({ latestMessage }) => latestMessage?.text === `From ${from}`);
        assert.equal(chat.handle.value.replace('+', ''), from);
      }
    }),
  ],
};
