import { Failure } from '../../platform/errors.ts';
import type { Automation, AutomationVersion } from './automation.ts';
import { collectErrors, reportInside } from './check.ts';
import { kindOf, type Step } from './steps/index.ts';

/**
 * Refuses new steps with a credential in plain text. Versions from before this rule are not refused: they keep running and can be
 * published again, and readers see their credentials as hidden.
 */
export function requireNoCredentials(steps: readonly Step[]): void {
  const { errors, report } = collectErrors();
  for (const [i, step] of steps.entries()) kindOf(step).checkWritten?.(reportInside(report, `steps.${i}`), step);
  if (Object.keys(errors).length > 0) throw new Failure('invalid_body_params', { invalidParams: errors });
}

/** Returns a version with hidden credentials. */
export const redactedVersion = (version: AutomationVersion): AutomationVersion => ({
  ...version,
  definition: { ...version.definition, steps: version.definition.steps.map(redactedStep) },
});

/** Returns an automation with hidden credentials. */
export const redactedAutomation = (automation: Automation): Automation => ({
  ...automation,
  activeVersion: automation.activeVersion && redactedVersion(automation.activeVersion),
  latestVersion: redactedVersion(automation.latestVersion),
});

const redactedStep = (step: Step): Step => (kindOf(step).redact?.(step) ?? step) as Step;
