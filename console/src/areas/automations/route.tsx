import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../app/i18n.ts';
import { frameRoute } from '../../app/root-route.tsx';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/automations',
  validateSearch: (given: Record<string, unknown>): { search?: string } => ({
    ...(text(given.search) && { search: text(given.search) }),
  }),
  component: lazyRouteComponent(() => withTexts('automations', import('./list/AutomationsPage.tsx')), 'AutomationsPage'),
});

export const panels = ['simulate', 'runs', 'versions', 'funnel'] as const;
export type PanelName = (typeof panels)[number];

/** `panel` is what is beside the graph instead of the form of a step; `run` and `version` choose in it. */
export type EditorAddress = { panel?: PanelName; run?: string; version?: string };

const editorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/automations/$automationId',
  validateSearch: (given: Record<string, unknown>): EditorAddress => ({
    ...(panels.includes(given.panel as PanelName) && { panel: given.panel as PanelName }),
    ...(text(given.run) && { run: text(given.run) }),
    ...(text(given.version) && { version: text(given.version) }),
  }),
  component: lazyRouteComponent(() => withTexts('automations', import('./editor/EditorPage.tsx')), 'EditorPage'),
});

export const automationsRoutes = [listRoute, editorRoute] as const;
