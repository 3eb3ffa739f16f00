import { givenMeta } from '../meta.test-kit.ts';
import { parse } from './parse.ts';
import { Settings } from './settings.ts';

const own = {
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  accessToken: 'EAAB',
  appSecret: 'app-secret',
  verifyToken: 'verify',
};

/** A WhatsApp account at the simulated Meta, our settings for it, and its callbacks. */
export async function given() {
  const meta = await givenMeta({ ...own, kind: 'whatsapp', displayPhoneNumber: '+1 555 078 3881' });
  const settings = Settings.parse({ ...own, baseUrl: `${meta.baseUrl}/` });
  const said = () => meta.callbacks.flatMap((callback) => parse(settings, callback));
  return { ...meta, settings, said };
}
