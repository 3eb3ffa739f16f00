import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { hideCredentials, secretHeaderFault } from '../secrets/index.ts';
import type { Automation, AutomationVersion } from './automation.ts';
import type { Step } from './definition.ts';

/**
 * Refuses steps that somebody writes now with a credential in clear. Versions that were written before this rule are not
 * refused: they go on running and can be published again, and readers see their credentials as hidden.
 */
export function requireNoCredentials(steps: readonly Step[]): void {
  const invalidParams: InvalidParams = {};
  for (const [i, step] of steps.entries())
    for (const [name, value] of Object.entries(step.type === 'http_request' ? step.headers : {})) {
      const message = secretHeaderFault(name, value);
      if (message) invalidParams[`steps.${i}.headers.${name}`] = { key: 'custom', message };
    }
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

/** Returns a version as readers may see it. */
export const shownVersion = (version: AutomationVersion): AutomationVersion => ({
  ...version,
  definition: { ...version.definition, steps: version.definition.steps.map(shownStep) },
});

/** Returns an automation as readers may see it. */
export const shownAutomation = (automation: Automation): Automation => ({
  ...automation,
  activeVersion: automation.activeVersion && shownVersion(automation.activeVersion),
  latestVersion: shownVersion(automation.latestVersion),
});

const shownStep = (step: Step): Step =>
  step.type === 'http_request' ? { ...step, headers: hideCredentials(step.headers) } : step;
