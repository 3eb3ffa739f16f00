import type { types } from '@patchbay/sdk';
import { type Definition, type DefinitionFile, revisionOf } from './canonical.ts';

/** The latest version on the server, in the words of a file. */
export function fromServer({
  id,
  name,
  description,
  latestVersion,
}: types.Automation): DefinitionFile & { id: string; version: number; revision: string } {
  const { isSingle, trigger, steps, number } = latestVersion;
  const definition = { name, description, isSingle, trigger, steps } as Definition;
  return { id, version: number, revision: revisionOf(definition), ...definition };
}

export type Verdict = 'same' | 'changed here' | 'changed there' | 'changed in both';

/**
 * Who has changed it since the file was pulled. The file's `revision` names what both sides had then, so a change of the name counts
 * like one of the steps, although the server makes no new version for it.
 */
export function compare(local: DefinitionFile, server: Definition): Verdict {
  const here = revisionOf(local);
  const there = revisionOf(server);
  if (here === there) return 'same';
  if (local.revision === undefined) return 'changed in both';
  if (there === local.revision) return 'changed here';
  return here === local.revision ? 'changed there' : 'changed in both';
}
