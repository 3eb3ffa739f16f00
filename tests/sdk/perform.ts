import type { Patchbay, PatchbayError, ResponseInfo } from '../../sdk/src/index.ts';
import type { SdkCall } from './calls.ts';

export type Outcome = { operationId: string; value?: unknown; requestId?: string; fault?: string };
type AnySdk = { Patchbay: typeof Patchbay; responseOf: (result: unknown) => ResponseInfo | undefined };

/**
 * Makes the calls one after the other. This function is sent to the browser as text, so it must not use anything outside of itself.
 */
export async function performAll(sdk: AnySdk, access: { token: string; baseUrl: string }, calls: SdkCall[]): Promise<Outcome[]> {
  const heard: ResponseInfo[] = [];
  const patchbay = new sdk.Patchbay({ ...access, timeoutMs: 120_000, onResponse: (info) => heard.push(info) });

  /** Reads responses that are not data, so that they can be compared. */
  async function read(result: unknown): Promise<unknown> {
    if (result instanceof Response) return { bytes: await result.text(), type: result.headers.get('content-type') };
    const isStream = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
    if (!isStream) return result;
    for await (const event of result as AsyncIterable<unknown>) return event;
    return undefined;
  }

  async function perform({ operationId, place, args }: SdkCall): Promise<Outcome> {
    heard.length = 0;
    try {
      type Target = Record<string, never>;
      const target = place.slice(0, -1).reduce((object, name) => (object as Target)[name] as unknown, patchbay as unknown);
      const method = (target as Record<string, (...args: unknown[]) => unknown>)[place.at(-1) ?? ''];
      if (!method) return { operationId, fault: `there is no patchbay.${place.join('.')}` };
      const value = await read(await method.apply(target, args));
      return { operationId, value, requestId: heard.at(-1)?.requestId };
    } catch (error) {
      return { operationId, fault: `${(error as PatchbayError).name}: ${(error as PatchbayError).message}` };
    }
  }

  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(await perform(call));
  return outcomes;
}
