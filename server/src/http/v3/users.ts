import { createUser, deleteUser, getUser, searchUsers, updateUser } from '../../domain/users/index.ts';
import { AvailabilitySet, toUser, User, UserCreate, UserUpdate } from '../../wire/v3/user.ts';
import { route, userOf } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Users';

export const users = [
  route({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    summary: 'Create a user',
    tag,
    scope: 'users.write',
    status: 201,
    body: UserCreate,
    reply: dataReply(User),
    handle: async (ctx, { body }) => ({ data: toUser(await createUser(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/users/:userId',
    operationId: 'getUser',
    summary: 'Read a user',
    tag,
    scope: 'users.read',
    reply: dataReply(User),
    handle: async (ctx, { params }) => ({ data: toUser(await getUser(ctx, params.userId)) }),
  }),
  route({
    method: 'PUT',
    path: '/users/:userId',
    operationId: 'updateUser',
    summary: 'Change a user; what is not given stays',
    tag,
    scope: 'users.write',
    body: UserUpdate,
    reply: dataReply(User),
    handle: async (ctx, { params, body }) => ({ data: toUser(await updateUser(ctx, params.userId, body)) }),
  }),
  route({
    method: 'GET',
    path: '/me/availability',
    operationId: 'getMyAvailability',
    summary: 'Read the user of the token, with the availability',
    tag,
    scope: 'chats.read',
    fails: ['user_required', 'user_not_found'],
    reply: dataReply(User),
    handle: async (ctx, _input, scope) => ({ data: toUser(await getUser(ctx, userOf(scope))) }),
  }),
  route({
    method: 'PUT',
    path: '/me/availability',
    operationId: 'setMyAvailability',
    summary: 'Say whether you take new chats: the user of the token gets chats automatically only while available',
    tag,
    scope: 'chats.write',
    fails: ['user_required', 'user_not_found'],
    body: AvailabilitySet,
    reply: dataReply(User),
    handle: async (ctx, { body }, scope) => ({ data: toUser(await updateUser(ctx, userOf(scope), body)) }),
  }),
  deleteRoute({
    path: '/users/:userId',
    operationId: 'deleteUser',
    summary: 'Delete a user and the tokens of the user; assigned chats become unassigned',
    tag,
    scope: 'users.write',
    remove: deleteUser,
  }),
  searchRoute({
    path: '/users/search',
    operationId: 'searchUsers',
    summary: 'Search users; search looks in names and email addresses',
    tag,
    scope: 'users.read',
    item: User,
    search: searchUsers,
    toItem: toUser,
  }),
];
