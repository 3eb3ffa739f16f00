import assert from 'node:assert/strict';
import { addStep, automationNamed, box, button, choose, line, save, side, stepIds, stepOf } from '../automation-scene.ts';
import { gone, shown, until } from '../expect.ts';
import type { Step } from '../step.ts';

/** Boxes and lines: added, moved, connected, removed, by mouse and by keys. */
export const graphSteps: Step[] = [
  {
    name: 'an empty list says what automations do',
    async run({ ada, environment }) {
      await ada.goto(`${environment.apiUrl}/console/automations`);
      await shown(ada.getByText('No automations yet'));
    },
  },
  {
    name: 'an automation is created with its trigger, and its graph opens',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'New automation').first().click();
      const dialog = ada.getByRole('dialog');
      await dialog.getByLabel('Name').fill('First answer');
      await dialog.getByRole('combobox').click();
      await ada.getByRole('option', { name: 'Chat opened' }).click();
      await button(dialog, 'Create').click();
      await shown(ada.getByRole('heading', { name: 'First answer' }));
      await shown(box(ada, 'done'));
      await shown(box(ada, '$trigger').getByText('Chat opened'));
    },
  },
  {
    name: 'a step is added where runs begin, and its form is beside the graph',
    async run({ ada }) {
      await addStep(ada, 'Send message');
      await shown(box(ada, 'send_message'));
      await shown(line(ada, 'send_message next'));
      await shown(side(ada).getByRole('heading', { name: 'Send message' }));
    },
  },
  {
    name: 'what is typed in the form is drawn in the box',
    async run({ ada }) {
      await side(ada).getByLabel('Text', { exact: true }).fill('Hello, what is it about?');
      await shown(box(ada, 'send_message').getByText('Hello, what is it about?'));
      await shown(ada.getByText('Not saved'));
    },
  },
  {
    name: 'a definition is saved as a version through the API',
    async run(scene) {
      await save(scene.ada);
      const stored = await automationNamed(scene, 'First answer');
      assert.deepEqual(stepIds(stored), ['send_message', 'done']);
      assert.equal(stepOf(stored, 'send_message').text, 'Hello, what is it about?');
      assert.equal(stepOf(stored, 'send_message').next, 'done');
      assert.equal(stored.latestVersion.number, 2);
    },
  },
  {
    name: 'letters of one field are undone together, and redone',
    async run({ ada }) {
      const text = side(ada).getByLabel('Text', { exact: true });
      await text.fill('');
      await text.pressSequentially('Good morning');
      await button(ada, 'Undo').click();
      await until(async () => (await text.inputValue()) === 'Hello, what is it about?', 'the text is as before');
      await button(ada, 'Redo').click();
      await until(async () => (await text.inputValue()) === 'Good morning', 'the text is back');
      await ada.keyboard.press('Control+z');
      await until(async () => (await text.inputValue()) === 'Hello, what is it about?', 'the shortcut works in a field');
    },
  },
  {
    name: 'a new step follows the selected one, and takes over what followed it',
    async run({ ada }) {
      await box(ada, 'send_message').click();
      await choose(ada, 'If it cannot be sent', 'done');
      await addStep(ada, 'Wait');
      await shown(line(ada, 'wait next'));
      await shown(box(ada, 'wait').getByText('1 h'));
    },
  },
  {
    name: 'a step is renamed, and what leads to it follows',
    async run(scene) {
      const { ada } = scene;
      await side(ada).getByLabel('Id of the step').fill('pause');
      await ada.keyboard.press('Enter');
      await shown(box(ada, 'pause'));
      await gone(box(ada, 'wait'));
      await save(ada);
      assert.equal(stepOf(await automationNamed(scene, 'First answer'), 'send_message').next, 'pause');
    },
  },
  {
    name: 'an id that is taken or has capitals is refused with its fix',
    async run({ ada }) {
      const id = side(ada).getByLabel('Id of the step');
      await id.fill('done');
      await shown(side(ada).getByText('Another step has this id. Choose a different one.'));
      await id.fill('Pause');
      await shown(side(ada).getByText(/Begin with a small letter/));
      await id.fill('pause');
      await ada.keyboard.press('Enter');
      await gone(side(ada).getByText(/Begin with a small letter/));
    },
  },
  {
    name: 'an exit is connected and disconnected in the form',
    async run({ ada }) {
      await choose(ada, 'Next step', 'The run ends');
      await gone(line(ada, 'pause next'));
      await choose(ada, 'Next step', 'done');
      await shown(line(ada, 'pause next'));
    },
  },
  {
    name: 'arrow keys go from box to box, and Enter opens the form',
    async run({ ada }) {
      await box(ada, '$trigger').click();
      await box(ada, '$trigger').focus();
      await ada.keyboard.press('ArrowDown');
      await shown(side(ada).getByRole('heading', { name: 'Send message' }));
      await ada.keyboard.press('ArrowDown');
      await shown(side(ada).getByRole('heading', { name: 'Wait' }));
      await shown(ada.locator('.react-flow__node[data-id="pause"]:focus'));
      await ada.keyboard.press('Enter');
      await shown(side(ada).locator('input:focus'));
      await side(ada).getByRole('button', { name: 'Close' }).click();
      await gone(side(ada));
      await box(ada, 'pause').focus();
      await ada.keyboard.press('Enter');
      await shown(side(ada).locator('input:focus'));
    },
  },
  {
    name: 'Delete removes the selected step and closes the gap; undo brings it back',
    async run({ ada }) {
      await box(ada, 'pause').click();
      await box(ada, 'pause').focus();
      await ada.keyboard.press('Delete');
      await gone(box(ada, 'pause'));
      await shown(line(ada, 'send_message next'));
      await button(ada, 'Undo').click();
      await shown(box(ada, 'pause'));
    },
  },
  {
    name: 'Shift with an arrow moves a box, and its place is saved',
    async run(scene) {
      const { ada } = scene;
      const moved = async (): Promise<number> => {
        await box(ada, 'pause').click();
        await box(ada, 'pause').focus();
        for (const _ of [1, 2, 3]) await ada.keyboard.press('Shift+ArrowRight');
        await save(ada);
        return (await automationNamed(scene, 'First answer')).latestVersion.layout.pause?.x ?? 0;
      };
      const once = await moved();
      assert.equal((await moved()) - once, 60);
    },
  },
  {
    name: 'a box is dragged with the mouse, and its place is saved',
    async run(scene) {
      const { ada } = scene;
      const before = (await automationNamed(scene, 'First answer')).latestVersion.layout.done;
      const at = await box(ada, 'done').boundingBox();
      assert.ok(at && before);
      await ada.mouse.move(at.x + 40, at.y + 40);
      await ada.mouse.down();
      await ada.mouse.move(at.x + 100, at.y + 60, { steps: 4 });
      await ada.mouse.move(at.x + 190, at.y + 40, { steps: 4 });
      await ada.mouse.up();
      await shown(ada.getByText('Not saved'));
      await save(ada);
      const after = (await automationNamed(scene, 'First answer')).latestVersion.layout.done;
      assert.ok((after?.x ?? 0) > before.x + 60, `${after?.x} is not right of ${before.x}`);
    },
  },
  {
    name: 'Tidy forgets the places and lays all steps out again',
    async run(scene) {
      const { ada } = scene;
      await button(ada, 'Tidy').click();
      await save(ada);
      assert.deepEqual((await automationNamed(scene, 'First answer')).latestVersion.layout, {});
    },
  },
  {
    name: 'an exit is connected by dragging from its socket to a box',
    async run(scene) {
      const { ada } = scene;
      await box(ada, 'pause').click();
      await choose(ada, 'Next step', 'The run ends');
      await gone(line(ada, 'pause next'));
      const socket = await box(ada, 'pause').locator('.react-flow__handle.source').boundingBox();
      const target = await box(ada, 'done').locator('.react-flow__handle.target').boundingBox();
      assert.ok(socket && target);
      await ada.mouse.move(socket.x + socket.width / 2, socket.y + socket.height / 2);
      await ada.mouse.down();
      await ada.mouse.move(target.x + 30, target.y - 10, { steps: 5 });
      await ada.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 });
      await ada.mouse.up();
      await shown(line(ada, 'pause next'));
    },
  },
];
