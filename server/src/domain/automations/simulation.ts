import { invalidParam } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { getAutomation } from './automations.ts';
import { redactedVersion } from './credentials.ts';
import { type Simulation, type SimulationInput, simulate } from './execution/simulate.ts';
import { findVersion } from './versions.ts';

export type SimulationRequest = Omit<SimulationInput, 'now'> & { versionId?: string | undefined; now?: Date | undefined };

/** Simulates the given or the latest version of an automation. Credentials of old versions are hidden in the effects. */
export async function simulateAutomation(
  ctx: Ctx,
  id: string,
  { versionId, now = ctx.clock.now(), ...input }: SimulationRequest,
): Promise<{ versionId: string; simulation: Simulation }> {
  const automation = await getAutomation(ctx, id);
  const version = versionId === undefined ? automation.latestVersion : await findVersion(ctx, automation.id, versionId);
  if (!version) throw invalidParam('versionId', 'not_found', 'This automation has no version with this id');
  return { versionId: version.id, simulation: simulate(redactedVersion(version).definition, { ...input, now }) };
}
