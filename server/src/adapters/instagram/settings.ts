import { z } from 'zod';
import { graphAddress, metaSettings } from '../meta.ts';

export const Settings = z.strictObject({
  ...graphAddress('https://graph.instagram.com', 'v26.0'),
  /** The id of the professional account in callbacks. */
  igId: metaSettings.id,
  accessToken: metaSettings.accessToken,
  appSecret: metaSettings.appSecret,
  verifyToken: metaSettings.verifyToken,
  /** Meta allows the app to answer for seven days if a person writes the answer. */
  humanAgent: z.boolean().default(false),
});
export type Settings = z.infer<typeof Settings>;
