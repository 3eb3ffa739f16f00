import { scoped } from '../chaos/endings.ts';
import { buildBrokenConsole, type Change } from '../console/broken-console.ts';
import { isKept, runFlows } from './run.ts';

const AREA = 'areas/automations';

/** Faults of the editor. Each must make a difference within a few definitions. */
const mutants: readonly { name: string; change: Change }[] = [
  {
    name: 'an edge is lost on save',
    change: {
      file: `${AREA}/queries.ts`,
      find: '({ trigger, steps, isSingle, layout }) as types.UpdateAutomationBody;',
      replacement:
        '({ trigger, steps: steps.map((step, index) => (index === steps.length - 2 ? { ...step, next: undefined } : step)), isSingle, layout }) as types.UpdateAutomationBody;',
    },
  },
  {
    name: 'an exit is swapped: a connection goes to the first exit',
    change: {
      file: `${AREA}/editor/form/StepForm.tsx`,
      find: "change: (path, value) => change({ do: 'change', stepId: step.id, path, value }),",
      replacement:
        "change: (path, value) => change({ do: 'change', stepId: step.id, path: path === 'onTimeout' ? 'onReply' : path === 'onClosed' ? 'onOpen' : path === 'otherwise' ? 'cases.0.next' : path === 'onUndeliverable' ? 'next' : path, value }),",
    },
  },
  {
    name: 'undo takes back two operations',
    change: {
      file: `${AREA}/definition/history.ts`,
      find: 'past: past.slice(0, -1), present: before,',
      replacement: 'past: past.slice(0, -2), present: past.at(-2) ?? before,',
    },
  },
  {
    name: 'the layout puts boxes over each other',
    change: {
      file: `${AREA}/drawing/place.ts`,
      find: 'graph.setNode(id, { ...BOX });',
      replacement: 'graph.setNode(id, { width: BOX.width / 3, height: BOX.height / 3 });',
    },
  },
  {
    name: 'a form drops an empty value',
    change: {
      file: `${AREA}/editor/form/ScalarField.tsx`,
      find: "onChange(type === 'number' ? Number(target.value) : target.value)",
      replacement: "onChange(type === 'number' ? Number(target.value) : target.value || undefined)",
    },
  },
  {
    name: 'a step that is removed leaves the lines to it',
    change: {
      file: `${AREA}/definition/edit.ts`,
      find: 'steps: redirected(steps, id, follower === id ? undefined : follower) };',
      replacement: 'steps };',
    },
  },
];

/** Enough definitions that each kind of operation comes up often. */
const DEFINITIONS = Number(process.env.DEFINITIONS ?? 60);

/** Plants each fault in a copy of the console and expects a difference. */
export async function testMutants(): Promise<boolean> {
  const chosen = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  let caught = 0;
  for (const { name, change } of chosen) {
    const isCaught = await scoped(async () => !isKept(await runFlows(DEFINITIONS, await buildBrokenConsole([change]))));
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}`);
    if (isCaught) caught++;
  }
  console.log(`planted=${chosen.length} caught=${caught}`);
  return caught === chosen.length && chosen.length > 0;
}
