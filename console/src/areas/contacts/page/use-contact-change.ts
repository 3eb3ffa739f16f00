import type { types } from '@patchbay/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../../kit/index.ts';
import { keys } from '../queries.ts';

/** Runs a change of a contact and shows its result; a failure shows `failed` with the cause. Returns whether it succeeded. */
export function useContactChange(contactId: string) {
  const queries = useQueryClient();
  return async (failed: string, change: () => Promise<types.Contact | types.DeleteResult>): Promise<boolean> => {
    try {
      const result = await change();
      if ('handles' in result) queries.setQueryData(keys.one(contactId), result);
      await queries.invalidateQueries({ queryKey: keys.all });
      return true;
    } catch (error) {
      toastError(failed, error);
      return false;
    }
  };
}
