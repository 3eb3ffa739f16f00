import type { Definition, TriggerType } from './definition.ts';
import type { AutomationStatus } from './status.ts';

/** A version of a definition. It never changes; a change creates the next version. */
export type AutomationVersion = { id: string; automationId: string; number: number; definition: Definition; createdAt: Date };

/** A row of `automations`, which searches read. */
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

/** An automation with the version that new runs use, if there is one, and the latest version. */
export type Automation = AutomationRow & { activeVersion: AutomationVersion | null; latestVersion: AutomationVersion };
