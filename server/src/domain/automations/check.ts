import type { InvalidParams } from '../../platform/errors.ts';
import { checkGraph } from './check-graph.ts';
import { checkStep, type Note, noteCondition } from './check-steps.ts';
import type { Definition } from './definition.ts';

/**
 * Every mistake of a definition at once, each by its dotted path and with a sentence that says how to mend it. A definition
 * without one never leads a run to a step that is not there, and never lets it go round without a wait. `ownId` is the id
 * of the automation it will be a version of, where there is one already.
 */
export function checkDefinition(definition: Definition, ownId?: string): InvalidParams {
  const mistakes: InvalidParams = {};
  const note: Note = (path, key, message) => {
    mistakes[path] ??= { key, message };
  };
  const { conditions } = definition.trigger.parameters;
  if (conditions !== undefined) noteCondition(note, 'trigger.parameters.conditions', conditions);
  for (const [i, step] of definition.steps.entries()) {
    const noteHere: Note = (path, key, message) => note(`steps.${i}.${path}`, key, message);
    checkStep(noteHere, step, ownId);
  }
  checkGraph(note, definition.steps);
  return mistakes;
}
