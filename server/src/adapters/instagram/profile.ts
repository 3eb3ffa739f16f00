import { z } from 'zod';
import type { Adapter } from '../adapter.ts';
import { maybe, shortText } from '../meta.ts';
import { askGraphAgain } from '../meta-graph.ts';
import { classify } from './classify.ts';
import type { Settings } from './settings.ts';

const Profile = z.object({ name: maybe(shortText), username: maybe(shortText) });

/** Returns the name of a contact. Instagram shows only contacts who have written to the account. */
export const fetchProfile: NonNullable<Adapter<Settings>['fetchProfile']> = async ({ http }, settings, address) => {
  const request = { method: 'GET', path: encodeURIComponent(address), query: { fields: 'name,username' } } as const;
  const answer = await askGraphAgain(http, settings, request, classify);
  if (answer.kind === 'refused') return answer;
  const { name = null, username = null } = Profile.safeParse(answer.json).data ?? {};
  return { kind: 'profile', name, username };
};
