import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Failure } from './errors.ts';

/** The parameters that OWASP recommends: 19 MiB, two passes. One hash takes some tens of milliseconds. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Each hash holds 19 MiB and a thread of libuv, which files and names are read with, too. */
const MOST_AT_ONCE = 2;
/** More would wait longer than a client does. */
const MOST_WAITING = 100;

type Parameters = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer };

const run = promisify(argon2);

/** Hashes passwords with argon2id in libuv's threads, a few at a time. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Without a stored hash it does the same work and returns false: the time does not tell whether an account exists. */
  verify(password: string, stored: string | null): Promise<boolean>;
};

export function createPasswords({ mostAtOnce = MOST_AT_ONCE, mostWaiting = MOST_WAITING } = {}): Passwords {
  const limit = createLimit(mostAtOnce, mostWaiting);
  const derive = (password: string, { memory, passes, parallelism, salt, hash }: Parameters): Promise<Buffer> =>
    limit(() =>
      run('argon2id', { message: normalised(password), nonce: salt, parallelism, tagLength: hash.length, memory, passes }),
    );
  const fresh = () => ({
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });
  return {
    async hash(password) {
      const parameters = fresh();
      return toText({ ...parameters, hash: await derive(password, parameters) });
    },
    async verify(password, stored) {
      const parameters = stored === null ? fresh() : fromText(stored);
      const derived = await derive(password, parameters);
      return timingSafeEqual(derived, parameters.hash) && stored !== null;
    },
  };
}

/** The same characters typed on two keyboards can have different code points. */
const normalised = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Writes the PHC format, which names its parameters: they can be raised later. */
const toText = ({ memory, passes, parallelism, salt, hash }: Parameters): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;

function fromText(text: string): Parameters {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(text) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is not argon2id in PHC format');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Runs at most `most` works at a time. Of those that wait, at most `mostWaiting`; others fail with 503. */
function createLimit(most: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new Failure('service_unavailable', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift(); // it takes over the place of this work
      if (next) next();
      else running--;
    }
  };
}
