import { z } from 'zod';
import { graphAddress, metaSettings } from '../meta.ts';

export const Settings = z.strictObject({
  ...graphAddress('https://graph.facebook.com', 'v24.0'),
  /** The id of the number, not the number. */
  phoneNumberId: metaSettings.id,
  /** The WhatsApp Business Account that owns the number and its templates. */
  wabaId: metaSettings.id,
  accessToken: metaSettings.accessToken,
  appSecret: metaSettings.appSecret,
  verifyToken: metaSettings.verifyToken,
});
export type Settings = z.infer<typeof Settings>;
