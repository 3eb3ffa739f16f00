import type { Definition, TriggerType } from './definition.ts';
import type { AutomationStatus } from './status.ts';

/** A definition as it was written once. It never changes; a change makes the next one. */
export type AutomationVersion = { id: string; automationId: string; number: number; definition: Definition; createdAt: Date };

/** The row itself: what searches read. */
export type AutomationRow = {
  id: string;
  name: string;
  description: string | null;
  status: AutomationStatus;
  activeVersionId: string | null;
  activeTriggerType: TriggerType | null;
  activeTriggerChannelId: string | null;
  latestVersionId: string;
  latestTriggerType: TriggerType;
  latestTriggerChannelId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** With the version that new runs take, if there is one, and the one that was written last. */
export type Automation = AutomationRow & { activeVersion: AutomationVersion | null; latestVersion: AutomationVersion };
