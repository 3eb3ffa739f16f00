import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { STARTS_AT, scopeAt } from '../../../../../tests/simulation/scope.ts';
import { checkDefinition } from '../check.ts';
import { Definition } from '../definition.ts';
import { decide } from '../execution/decide.ts';
import { initialState } from '../execution/state.ts';
import { exitsOf, Step, stepKinds } from './index.ts';

const scope = scopeAt(STARTS_AT, {}, null);

/** The example of a step, with each exit leading to a step of its own. */
function given(kind: (typeof stepKinds)[number]) {
  const step = Step.parse({ id: 'first', type: kind.type, ...kind.example });
  const targets = exitsOf(step).map(({ path }, i) => ({ path, id: `target_${i}` }));
  for (const { path, id } of targets) setAt(step, path, id);
  const steps = [step, ...targets.map(({ id }) => ({ id, type: 'end' }))];
  return { step, targets, definition: Definition.parse({ trigger: { type: 'api' }, steps }) };
}

function setAt(step: Step, path: string, id: string): void {
  const names = path.split('.');
  const last = names.pop() as string;
  const holder = names.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], step);
  (holder as Record<string, unknown>)[last] = id;
}

for (const kind of stepKinds) {
  test(`${kind.type}: the example is valid, and every exit is a field of the schema`, () => {
    const { step, targets, definition } = given(kind);
    assert.deepEqual(checkDefinition(definition, 'own'), {});
    assert.deepEqual(
      exitsOf(Step.parse(step)).map(({ target }) => target),
      targets.map(({ id }) => id),
    );
  });

  test(`${kind.type}: decide is pure, leads to a declared exit, and an effect has an execute`, () => {
    const { definition, targets } = given(kind);
    const state = Object.freeze(initialState(definition, Object.freeze({})));
    const outcome = decide(definition, state, { kind: 'go' }, scope, STARTS_AT);
    assert.ok(outcome);
    assert.deepEqual(decide(definition, state, { kind: 'go' }, scope, STARTS_AT), outcome);
    const { status, stepId } = outcome.state;
    const isExit = targets.length === 0 ? status === 'completed' : targets.some(({ id }) => id === stepId);
    assert.ok(status === 'waiting' ? stepId === 'first' : isExit, `${status} ${stepId}`);
    assert.ok(status !== 'waiting' || kind.resume, 'a step that waits needs resume');
    assert.ok(outcome.effect === null || kind.execute, 'a step with an effect needs execute');
  });

  test(`${kind.type}: a refused effect takes a declared exit or fails the run`, () => {
    const { definition, targets } = given(kind);
    const refused = decide(definition, initialState(definition, {}), { kind: 'undeliverable', reason: 'No' }, scope, STARTS_AT);
    assert.equal(refused === null, kind.execute === undefined);
    if (!refused) return;
    const isExit = targets.some(({ id }) => id === refused.state.stepId);
    assert.ok(isExit || refused.state.status === 'failed', refused.state.status);
    assert.equal(refused.effect, null);
  });
}

test('every file that defines a step is in the registry and has the name of its type', () => {
  const definesStep = (name: string) =>
    /^export const \w+ = defineStep/m.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(definesStep);
  assert.deepEqual(files.sort(), stepKinds.map(({ type }) => `${type.replaceAll('_', '-')}.ts`).sort());
});
