import { createAuthenticator, type Twist } from '../../../server/src/test-kit/authenticator.ts';
import { type Attack, control, createTally } from '../attack.ts';
import { ask } from '../factors.ts';
import type { Person, Scene } from '../scene.ts';

const siteOf = ({ baseUrl }: Scene) => ({ origin: new URL(baseUrl).origin, rpId: new URL(baseUrl).hostname });

async function register(scene: Scene, person: Person) {
  const cookie = await scene.signIn(person);
  const { options, challenge } = (await ask(scene, cookie, '/v3/account/passkeys/options')).body.data;
  const authenticator = createAuthenticator(siteOf(scene));
  const response = authenticator.register(options);
  const made = await ask(scene, cookie, '/v3/account/passkeys', { name: 'key', challenge, response });
  control(made.status === 201, `a passkey is registered: ${made.text}`);
  return { authenticator, userHandle: options.user.id as string };
}

const options = async (scene: Scene) =>
  (await scene.call('POST', '/v3/sessions/passkey/options', undefined, {}, { origin: siteOf(scene).origin })).body.data;

const enter = async (scene: Scene, body: object) =>
  (await scene.call('POST', '/v3/sessions/passkey', undefined, body, { origin: siteOf(scene).origin })).status;

const twists: Record<string, Twist> = {
  'another origin': { origin: 'https://evil.example' },
  'an origin that begins like ours': { origin: 'http://127.0.0.1.evil.example' },
  'another site': { rpId: 'evil.example' },
  'a challenge of the attacker': { challenge: Buffer.alloc(32).toString('base64url') },
  'no user verification': { isUnverified: true },
  'the ceremony of a registration': { type: 'webauthn.create' },
  'a counter of before': { counter: 1 },
  'a signature of nobody': { signature: Buffer.alloc(71, 1) },
};

/** Somebody has an answer of a passkey, a page at another address, or a key of their own. */
export const passkeys: Attack = {
  name: 'passkeys with another origin, replayed or of others',
  async run(scene) {
    const tally = createTally();
    const [victim, mallory] = [await scene.hire(), await scene.hire()];
    const { authenticator, userHandle } = await register(scene, victim);
    const { authenticator: own } = await register(scene, mallory);
    const asked = await options(scene);
    const body = { challenge: asked.challenge, response: authenticator.signIn(asked.options) };
    control((await enter(scene, body)) === 201, 'the passkey signs in');
    tally.tried('the same answer again', (await enter(scene, body)) === 403);
    for (const [name, twist] of Object.entries(twists)) {
      const { options: fresh, challenge } = await options(scene);
      tally.tried(name, (await enter(scene, { challenge, response: authenticator.signIn(fresh, twist) })) === 403);
    }
    const failed = await options(scene);
    await enter(scene, { challenge: failed.challenge, response: authenticator.signIn(failed.options, { isUnverified: true }) });
    const late = { challenge: failed.challenge, response: authenticator.signIn(failed.options) };
    tally.tried('a challenge after a refused answer', (await enter(scene, late)) === 403);
    const mine = await options(scene);
    const stolen = { challenge: mine.challenge, response: own.signIn(mine.options, { userHandle }) };
    tally.tried('an own key for the account of another', (await enter(scene, stolen)) === 403);
    const forged = { ...own.signIn(mine.options, { userHandle }), id: authenticator.id, rawId: authenticator.id };
    tally.tried(
      'an own key under the name of another',
      (await enter(scene, { challenge: mine.challenge, response: forged })) === 403,
    );
    const page = await scene.signIn(mallory);
    const pending = await ask(scene, page, '/v3/sessions/current/second_factor', {
      passkey: { challenge: (await options(scene)).challenge, response: authenticator.signIn(mine.options) },
    });
    tally.tried('the second factor with the key of another', pending.status === 403);
    for (const challenge of ['', 'AAAA', 'x'.repeat(300), asked.options.challenge])
      tally.tried('a challenge that we did not seal', (await enter(scene, { ...body, challenge })) >= 400);
    return tally.outcome();
  },
};
