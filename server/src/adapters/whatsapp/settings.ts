import { z } from 'zod';
import { graphAddress, metaSettings } from '../meta.ts';

export const Settings = z.strictObject({
  ...graphAddress('https://graph.facebook.com', 'v26.0'),
  /** The id of the number, not the number. */
  phoneNumberId: metaSettings.id,
  /** The WhatsApp Business Account that owns the number and its templates. */
  wabaId: metaSettings.id,
  /** The Meta app: files that reviewers of templates see are uploaded to it. */
  appId: metaSettings.id.optional(),
  /** The number is also used in the WhatsApp Business app, so Meta accepts 20 messages a second, not 80. */
  coexistence: z.boolean().default(false),
  /** Meta lets the account send plain utility texts outside the window, without a template. */
  directSend: z.boolean().optional(),
  accessToken: metaSettings.accessToken,
  appSecret: metaSettings.appSecret,
  verifyToken: metaSettings.verifyToken,
});
export type Settings = z.infer<typeof Settings>;
