import { z } from 'zod';
import type { View as DomainView } from '../../domain/views/index.ts';
import { id, idInput, isoTime, time } from './shapes.ts';

const resource = z.enum(['chats', 'contacts']);
const sharedWith = z.enum(['nobody', 'team', 'everyone']);

export const View = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    resource,
    query: z.string().nullable(),
    sortBy: z.string().nullable(),
    sharedWith,
    teamId: id.nullable(),
    createdBy: id.nullable(),
  })
  .meta({ id: 'View' });

export const toView = (view: DomainView): z.infer<typeof View> => ({
  id: view.id,
  createdAt: isoTime(view.createdAt),
  updatedAt: isoTime(view.updatedAt),
  name: view.name,
  resource: view.resource,
  query: view.query,
  sortBy: view.sortBy,
  sharedWith: view.sharedWith,
  teamId: view.teamId,
  createdBy: view.createdBy,
});

const name = z.string().trim().min(1).max(100);
/** A blank expression is none, as in a search. */
const expression = (most: number) =>
  z
    .string()
    .max(most)
    .nullable()
    .transform((text) => (text?.trim() ? text : null));
const query = expression(2_000);
const sortBy = expression(500);
const teamId = idInput.nullable();

export const ViewCreate = z.strictObject({
  name,
  resource,
  query: query.default(null),
  sortBy: sortBy.default(null),
  sharedWith: sharedWith.default('nobody'),
  teamId: teamId.default(null),
});
export const ViewUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  sortBy: sortBy.optional(),
  sharedWith: sharedWith.optional(),
  teamId: teamId.optional(),
});
