import {
  createBusinessHours,
  deleteBusinessHours,
  getBusinessHours,
  searchBusinessHours,
  updateBusinessHours,
} from '../../domain/business-hours/index.ts';
import { BusinessHours, BusinessHoursCreate, BusinessHoursUpdate, toBusinessHours } from '../../wire/v3/business-hours.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Business hours';

export const businessHours = [
  route({
    method: 'POST',
    path: '/business_hours',
    operationId: 'createBusinessHours',
    summary: 'Create business hours: the intervals of each weekday in a time zone, and holidays',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    fails: ['quota_exceeded'],
    status: 201,
    body: BusinessHoursCreate,
    reply: dataReply(BusinessHours),
    handle: async (ctx, { body }) => ({ data: toBusinessHours(await createBusinessHours(ctx, body)) }),
  }),
  route({
    method: 'GET',
    path: '/business_hours/:businessHoursId',
    operationId: 'getBusinessHours',
    summary: 'Read business hours',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    reply: dataReply(BusinessHours),
    handle: async (ctx, { params }) => ({ data: toBusinessHours(await getBusinessHours(ctx, params.businessHoursId)) }),
  }),
  route({
    method: 'PUT',
    path: '/business_hours/:businessHoursId',
    operationId: 'updateBusinessHours',
    summary: 'Change business hours; what is not given stays. Due times that are set already stay too',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    body: BusinessHoursUpdate,
    reply: dataReply(BusinessHours),
    handle: async (ctx, { params, body }) => ({
      data: toBusinessHours(await updateBusinessHours(ctx, params.businessHoursId, body)),
    }),
  }),
  deleteRoute({
    path: '/business_hours/:businessHoursId',
    operationId: 'deleteBusinessHours',
    summary: 'Delete business hours that no SLA policy uses',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    remove: deleteBusinessHours,
  }),
  searchRoute({
    path: '/business_hours/search',
    operationId: 'searchBusinessHours',
    summary: 'Search business hours; search looks in the name',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    item: BusinessHours,
    search: searchBusinessHours,
    toItem: toBusinessHours,
  }),
];
