type Handle = { type: string; value: string };

/** The types of handles by which a channel reaches somebody, the best first. */
const REACHES: Record<string, readonly string[]> = {
  whatsapp: ['phone_number', 'whatsapp_user_id'],
  sms: ['phone_number'],
  email: ['email'],
  instagram: ['instagram_id'],
};

/** Returns the address of a contact on a channel, or undefined. */
export const addressOn = (channelType: string, handles: readonly Handle[]): string | undefined =>
  (REACHES[channelType] ?? []).flatMap((type) => handles.filter((handle) => handle.type === type))[0]?.value;
