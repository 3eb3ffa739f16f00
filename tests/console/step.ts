import type { Page } from 'playwright-core';
import type { Faults, Look } from './browser.ts';
import type { Environment, Person } from './environment.ts';

/** What the steps of a track share: a tenant, and two people, each with a window. */
export type Scene = {
  environment: Environment;
  faults: Faults;
  people: { ada: Person; grace: Person };
  /** Ada's window. She is an admin. */
  ada: Page;
  /** Grace's window. She is a member. */
  grace: Page;
  /** Opens a browser window for another person. It is closed after the step. */
  openWindow(look?: Look): Promise<Page>;
  /** All windows that are open. */
  windows(): Page[];
};

/** One thing that a person does, and what must be true after it. Steps of an area run in order and build on each other. */
export type Step = { name: string; run(scene: Scene): Promise<void> };
export type Area = { name: string; steps: Step[] };

/** Areas that run one after the other in a tenant of their own. Tracks run at the same time. */
export type Track = { name: string; areas: Area[] };
