import type { Config } from '../platform/config.ts';
import { docsPage } from './public/documentation.ts';
import type { Route } from './route.ts';
import { v2Routes } from './v2/index.ts';
import { refuseAfterSunset, sunsetHeaders } from './v2/sunset.ts';
import { v3Routes } from './v3/index.ts';

/** A major version of the API: its routes, the headers of its responses, and its sunset check. */
export type Version = {
  prefix: '/v2' | '/v3';
  routes: Route[];
  headers(config: Config): Record<string, string>;
  requireAlive(config: Config, now: Date): void;
};

export const versions: Version[] = [
  { prefix: '/v3', routes: v3Routes, headers: () => ({}), requireAlive: () => undefined },
  {
    prefix: '/v2',
    routes: v2Routes,
    headers: (config) => sunsetHeaders(config.V2_SUNSET_AT, docsPage(config, 'guides/migrating.html')),
    requireAlive: (config, now) => refuseAfterSunset(config.V2_SUNSET_AT, now),
  },
];
