import { PatchbayError } from '@patchbay/sdk';

/** Returns what the API says about one field of a refused body. */
export function messageFor(error: unknown, field: string): string | undefined {
  if (!(error instanceof PatchbayError)) return undefined;
  return error.invalidParams[field]?.message;
}
