import type { Behaviour } from '../bench.ts';
import { addresses } from './addresses.ts';
import { endings } from './endings.ts';
import { errors } from './errors.ts';
import { feed } from './feed.ts';
import { files } from './files.ts';
import { keys } from './keys.ts';
import { pages } from './pages.ts';
import { retries } from './retries.ts';
import { webhooks } from './webhooks.ts';

export const behaviours: Behaviour[] = [
  ...keys,
  ...retries,
  ...endings,
  ...pages,
  ...errors,
  ...addresses,
  ...files,
  ...feed,
  ...webhooks,
];
