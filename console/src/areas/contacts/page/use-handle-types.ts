import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';

/** What people call the types of addresses. */
export function useHandleTypes(): Record<types.Handle['type'], string> {
  const { t } = useLingui();
  return {
    phone_number: t({ message: 'Phone', context: 'phone number' }),
    email: t`Email`,
    instagram_id: t`Instagram id`,
    whatsapp_user_id: t`WhatsApp user id`,
    external: t`External id`,
  };
}
