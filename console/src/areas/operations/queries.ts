import { useQuery } from '@tanstack/react-query';
import { accountClient } from '../../app/session/session.ts';

/** The right of an operator belongs to the account and not to a tenant, so these operations use the session and no user token. */
const { installation } = accountClient;

/** No event tells of the whole installation; a few people look at it, and rarely. */
const RELOAD_MS = 10_000;

export const keys = {
  all: ['operations'] as const,
  overview: ['operations', 'overview'] as const,
  tenants: ['operations', 'tenants'] as const,
  jobs: ['operations', 'jobs'] as const,
  channels: ['operations', 'channels'] as const,
};

export const useOverview = () =>
  useQuery({ queryKey: keys.overview, queryFn: ({ signal }) => installation.get({ signal }), refetchInterval: RELOAD_MS });

export const useTenants = () =>
  useQuery({ queryKey: keys.tenants, queryFn: ({ signal }) => installation.listTenants({ signal }) });

export const useFailedJobs = () =>
  useQuery({ queryKey: keys.jobs, queryFn: ({ signal }) => installation.listFailedJobs({ signal }), refetchInterval: RELOAD_MS });

export const useFailedChannels = () =>
  useQuery({ queryKey: keys.channels, queryFn: ({ signal }) => installation.listFailedChannels({ signal }) });
