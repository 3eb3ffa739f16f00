import { randomInt } from 'node:crypto';
import { type Dispatcher, request } from 'undici';

export type Verdict = { verified: boolean; status: number | null; problem?: string };

const TIMEOUT_MS = 10_000;

/** Verifies a callback URL as Meta does: the response must be 200 with the challenge as its whole body. */
export async function shakeHands(agent: Dispatcher, callbackUrl: string, verifyToken: string): Promise<Verdict> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const url = new URL(callbackUrl);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  try {
    const { statusCode, body } = await request(url, { dispatcher: agent, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
    const text = await body.text();
    const verified = statusCode === 200 && text === challenge;
    return { verified, status: statusCode, ...(!verified && { problem: `answered ${statusCode} "${text.slice(0, 100)}"` }) };
  } catch (error) {
    return { verified: false, status: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
