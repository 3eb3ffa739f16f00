import { PatchbayError } from '@patchbay/sdk';

/** Returns what an error says, without the operation and the request id, which are shown apart. */
export function causeOf(error: unknown): { message: string; requestId: string | null; status: number | null } {
  if (!(error instanceof PatchbayError))
    return { message: error instanceof Error ? error.message : String(error), requestId: null, status: null };
  const message = error.message.replace(`${error.operation}: `, '').replace(/ \(request [^)]*\)$/, '');
  return { message, requestId: error.requestId, status: error.status };
}
