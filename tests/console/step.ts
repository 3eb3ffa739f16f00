import type { Page } from 'playwright-core';
import type { Faults } from './browser.ts';
import type { Environment, Person } from './environment.ts';

/** What all steps share: two people, each with a window, on one server. */
export type Scene = {
  environment: Environment;
  faults: Faults;
  people: { ada: Person; grace: Person };
  /** Ada's window. She is an admin. */
  ada: Page;
  /** Grace's window. She is a member. */
  grace: Page;
  openWindow(): Promise<Page>;
};

/** One thing that a person does, and what must be true after it. Steps of an area run in order and build on each other. */
export type Step = { name: string; run(scene: Scene): Promise<void> };
export type Area = { name: string; steps: Step[] };
