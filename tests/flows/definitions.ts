import { exitsOf } from '../../console/src/areas/automations/definition/exits.ts';
import { freeId, newStep } from '../../console/src/areas/automations/definition/new-step.ts';
import { withValueAt } from '../../console/src/areas/automations/definition/path.ts';
import { stepTypes } from '../../console/src/areas/automations/definition/schema.ts';
import type { Draft, Step } from '../../console/src/areas/automations/definition/types.ts';
import { checkDefinition } from '../../server/src/domain/automations/check.ts';
import { Definition } from '../../server/src/domain/automations/definition.ts';
import type { Random } from './random.ts';

/** Ids of the tenant that steps refer to. */
export type References = { channelId: string; labelId: string; templateId: string; automationId: string };

/** A step of a type with fields that the API accepts. */
export function validStep(type: string, id: string, given: References): Step {
  const fields: Record<string, Record<string, unknown>> = {
    send_message: { text: 'Hello {{contact.firstName|there}}' },
    send_template: { templateId: given.templateId },
    ask: { text: 'Which size?', saveAs: 'answer', timeoutSeconds: 60 },
    branch: { cases: [{ if: 'eq(variables.size,"L")' }, { if: 'eq(variables.size,"M")' }] },
    wait_until: { time: '{{contact.attributes.size}}' },
    business_hours: { timeZone: 'Europe/Berlin', days: { monday: [{ from: '09:00', until: '17:00' }] } },
    assign: { userId: null },
    add_label: { labelId: given.labelId },
    remove_label: { labelId: given.labelId },
    set_attribute: { externalId: 'size', value: 'L' },
    http_request: { url: 'https://shop.example/orders' },
    run_automation: { automationId: given.automationId },
  };
  return { ...newStep(type, id), ...fields[type] };
}

/**
 * A definition that the API accepts: a tree of all types of steps, so that each is reachable, then exits that lead on to later steps,
 * and loops through waits. `LONG` in ten is a chain.
 */
export function randomDefinition(random: Random, given: References): Draft {
  const isChain = random.isLikely(0.1);
  const count = isChain ? 20 + random.below(30) : 1 + random.below(14);
  let steps: Step[] = [];
  for (let index = 0; index < count; index++) {
    const type = isChain ? 'wait' : random.pick(stepTypes);
    const step = validStep(type, freeId({ steps }, type), given);
    const free = steps.flatMap(exitsOf).filter(({ target }) => target === undefined);
    if (steps.length > 0 && free.length === 0) break;
    const from = steps.length === 0 ? undefined : isChain ? free.at(-1) : random.pick(free);
    steps = [...steps.map((one) => (from && one.id === from.stepId ? withValueAt(one, from.path, step.id) : one)), step];
  }
  const tree: Draft = {
    trigger: { type: 'api', parameters: { channelId: given.channelId } },
    steps,
    isSingle: false,
    layout: {},
  };
  return withMoreLines(random, tree);
}

/** Tries exits to any step, forwards and backwards; one that the API would refuse is left open. */
function withMoreLines(random: Random, draft: Draft): Draft {
  let now = draft;
  for (const { stepId, path, target } of draft.steps.flatMap(exitsOf)) {
    if (target !== undefined || random.isLikely(0.5)) continue;
    const to = random.pick(draft.steps).id;
    const steps = now.steps.map((step) => (step.id === stepId ? withValueAt(step, path, to) : step));
    if (isAccepted({ ...now, steps })) now = { ...now, steps };
  }
  return now;
}

/** Returns the definition as the server stores it; undefined if the server would refuse it. */
export function storedForm(draft: Draft): Draft | undefined {
  const parsed = Definition.safeParse(draft);
  if (!parsed.success || Object.keys(checkDefinition(parsed.data)).length > 0) return undefined;
  return { ...(parsed.data as unknown as Draft), layout: draft.layout };
}

export const isAccepted = (draft: Draft): boolean => storedForm(draft) !== undefined;
