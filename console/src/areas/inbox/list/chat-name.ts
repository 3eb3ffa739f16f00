import type { types } from '@patchbay/sdk';

/** Returns what a contact is called: the name, or the number or address of the chat. */
export const chatName = ({ contact, handle }: Pick<types.Chat, 'contact' | 'handle'>): string =>
  contact.displayName || contact.fullName || handle.value;
