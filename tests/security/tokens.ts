import { versions } from '../../server/src/http/index.ts';
import { isOpen } from '../../server/src/http/route.ts';
import { badHeaders } from './bad-headers.ts';
import { type Call, envelope, mapParallel, send } from './client.ts';
import { type Environment, inEnvironment, main, printFigures } from './environment.ts';
import { checkFailedLogins } from './failed-logins.ts';
import { forgeries, type Variant } from './forgeries.ts';
import { onceGood, readMaterial } from './once-good.ts';
import { checkRevocation } from './revocation.ts';

const WIDTH = 16;
/** `SHARE=6` tries one in six pairs of operation and token, for CI, by their order. */
const SHARE = Number(process.env.SHARE ?? 1);
const REVOKED_WITHIN_MS = 5_000;

/** No forged, expired, misused or revoked token is accepted by any operation, and revocation takes effect everywhere within seconds. */
await main(() => inEnvironment(checkTokens));

async function checkTokens(environment: Environment): Promise<boolean> {
  const { baseUrl } = await environment.start();
  const material = await readMaterial(environment);
  const ids = { tokenId: String(material.payload.jti), kid: String(material.header.kid) };
  const variants = [...(await forgeries(material)), ...badHeaders(material.good, ids), ...(await onceGood(environment, baseUrl))];
  const refusals = await tryEverything(baseUrl, material.good, variants);
  const revocation = await checkRevocation(environment);
  const logins = await checkFailedLogins(environment, material.good);
  for (const line of refusals.complaints.slice(0, 30)) console.error(line);
  const { complaints, ...figures } = refusals;
  printFigures(figures);
  printFigures(revocation);
  printFigures(logins);
  return complaints.length === 0 && revocation.revokeLatencyMs <= REVOKED_WITHIN_MS && logins.kept;
}

async function tryEverything(baseUrl: string, good: string, variants: Variant[]) {
  const calls = versions.flatMap(({ prefix, routes }) =>
    routes
      .filter((route) => !isOpen(route))
      .map(
        ({ method, path, body }): Call => ({
          method,
          path: prefix + path.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000'),
          ...(body && { body: {} }),
        }),
      ),
  );
  const complaints: string[] = [];
  let accepted = 0;
  let goodRefused = 0;
  const tries = calls.flatMap((call) => variants.map((variant) => ({ call, variant }))).filter((_, i) => i % SHARE === 0);
  await mapParallel(tries, WIDTH, async ({ call, variant }) => {
    const { status, text } = await send(baseUrl, { ...call, headers: variant.headers });
    if (status === 401 && envelope(text)?.error?.messageKey === 'unauthorized') return;
    if (status !== 401 && status < 500) accepted++;
    complaints.push(`${variant.name} on ${call.method} ${call.path}: ${status} ${text.slice(0, 200)}`);
  });
  for (const call of calls) {
    const { status } = await send(baseUrl, { ...call, token: good });
    if (status !== 401 && status < 500) continue;
    goodRefused++;
    complaints.push(`a good token on ${call.method} ${call.path}: ${status}`);
  }
  return { variants: variants.length, operations: calls.length, requests: tries.length, accepted, goodRefused, complaints };
}
