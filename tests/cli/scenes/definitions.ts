import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment, Json } from '../environment.ts';
import { newUser } from '../person.ts';
import type { Scene } from '../scene.ts';

const welcome = (channelId: string, name = 'Grüße & Welcome') => ({
  name,
  isSingle: true,
  trigger: { type: 'chat_opened', parameters: { channelId } },
  steps: [
    { type: 'send_message', text: 'Hello', next: 'done', id: 'greet' },
    { id: 'done', type: 'end' },
  ],
});

async function withAutomation(environment: Environment) {
  const user = await newUser(environment);
  const { channelId } = await environment.channel(user.token);
  const automation = await environment.ask(user.token, 'POST', '/v3/automations', welcome(channelId));
  const folder = join(user.home, 'automations');
  const edit = async (name: string, change: (file: Json) => void) => {
    const file = JSON.parse(await readFile(join(folder, name), 'utf8'));
    change(file);
    await writeFile(join(folder, name), JSON.stringify(file));
  };
  return {
    user,
    channelId,
    automation,
    folder,
    edit,
    read: () => environment.ask(user.token, 'GET', `/v3/automations/${automation.id}`),
  };
}

export const definitions: Scene[] = [
  {
    name: 'automations pull: one file each, the same bytes every time, names that stay',
    async play(environment, check) {
      const { user, channelId, automation, folder } = await withAutomation(environment);
      await environment.ask(user.token, 'POST', '/v3/automations', welcome(channelId));
      check((await user.run(['automations', 'pull'])).code === 0, 'pull ends with 0');
      const names = (await readdir(folder)).toSorted();
      check(
        names.length === 2 &&
          names.includes('grusse-welcome.json') &&
          names.every((name) => /^grusse-welcome(-[0-9a-f]{8})?\.json$/.test(name)),
        `two files: ${names}`,
      );
      const text = await readFile(join(folder, 'grusse-welcome.json'), 'utf8');
      const file = JSON.parse(text);
      check(
        file.id === automation.id &&
          file.version === 1 &&
          Object.keys(file).join() === 'id,version,revision,name,description,isSingle,trigger,steps',
        `the fields: ${Object.keys(file)}`,
      );
      check(Object.keys(file.steps[0]).join() === 'id,type,text,next', `the order of keys: ${Object.keys(file.steps[0])}`);
      check(text === `${JSON.stringify(file, null, 2)}\n`, 'two spaces, and a line end at the end');
      await environment.ask(user.token, 'PUT', `/v3/automations/${automation.id}`, { name: 'Another name' });
      await writeFile(join(folder, 'grusse-welcome.json'), text.replaceAll('\n', '\r\n'));
      const again = await user.run(['automations', 'pull', '--json']);
      check(
        JSON.parse(again.stdout)
          .map(({ outcome }: Json) => outcome)
          .toSorted()
          .join() === 'unchanged,updated',
        `the second time: ${again.stdout}`,
      );
      check((await readdir(folder)).toSorted().join() === names.join(), 'a renamed automation keeps its file');
      const renamed = await readFile(join(folder, 'grusse-welcome.json'), 'utf8');
      check(renamed.includes('"name": "Another name"') && !renamed.includes('\r'), 'the new name, and our formatting');
    },
  },
  {
    name: 'automations push: shows the difference, asks, makes a version; without a terminal --yes is needed',
    async play(environment, check) {
      const { user, edit, read } = await withAutomation(environment);
      await user.run(['automations', 'pull']);
      const same = await user.run(['automations', 'push']);
      check(same.code === 0 && same.stdout.includes('unchanged'), `nothing to push: ${same.code} ${same.stdout}${same.stderr}`);
      await edit('grusse-welcome.json', (file) => {
        file.steps[0].text = 'Good day';
      });
      const dry = await user.run(['automations', 'push', '--dry-run']);
      check(
        dry.code === 0 && dry.stderr.includes('-      "text": "Hello"') && dry.stderr.includes('+      "text": "Good day"'),
        `--dry-run: ${dry.stderr}`,
      );
      const withoutTerminal = await user.run(['automations', 'push']);
      check(
        withoutTerminal.code === 2 && withoutTerminal.stderr.includes('--yes'),
        `no terminal: ${withoutTerminal.code} ${withoutTerminal.stderr}`,
      );
      const terminal = await user.terminal();
      const no = await terminal.start('patchbay automations push');
      await terminal.until('+      "text": "Good day"');
      await terminal.until('Push 1 change? [y/N]');
      await terminal.enter('n');
      check((await no()) === 1 && (await read()).latestVersion.number === 1, 'no means no');
      const yes = await terminal.start('patchbay automations push');
      await terminal.until('Push 1 change? [y/N]');
      await terminal.enter('y');
      check((await yes()) === 0, 'yes ends with 0');
      const pushed = await read();
      check(
        pushed.latestVersion.number === 2 && pushed.latestVersion.steps[0].text === 'Good day' && pushed.activeVersion === null,
        'a new version, not published',
      );
      check(
        (await user.run(['automations', 'push'])).stdout.includes('unchanged'),
        'after the push file and server are the same',
      );
      await edit('grusse-welcome.json', (file) => {
        file.name = 'Renamed';
      });
      const json = await user.run(['automations', 'push', '--yes', '--publish', '--json']);
      check(
        JSON.parse(json.stdout)[0].outcome === 'published' && (await read()).status === 'active',
        `--publish: ${json.stdout}${json.stderr}`,
      );
    },
  },
  {
    name: 'automations push: refuses what was changed at the server, name or steps, unless --force; pull keeps what was not pushed',
    async play(environment, check) {
      const { user, automation, edit, read } = await withAutomation(environment);
      const put = (change: object) => environment.ask(user.token, 'PUT', `/v3/automations/${automation.id}`, change);
      await user.run(['automations', 'pull']);
      await edit('grusse-welcome.json', (file) => {
        file.steps[0].text = 'Mine';
      });
      const steps = (await read()).latestVersion.steps.map((step: Json) =>
        step.id === 'greet' ? { ...step, text: 'Theirs' } : step,
      );
      await put({ steps });
      const refused = await user.run(['automations', 'push', '--yes']);
      check(
        refused.code === 1 && refused.stderr.includes('is from version 1') && refused.stderr.includes('(version 2)'),
        `refused: ${refused.code} ${refused.stderr}`,
      );
      check((await read()).latestVersion.steps[0].text === 'Theirs', 'nothing was overwritten');
      const kept = await user.run(['automations', 'pull', '--json']);
      check(kept.code === 1 && JSON.parse(kept.stdout)[0].outcome === 'kept', `pull keeps: ${kept.code} ${kept.stdout}`);
      check((await user.run(['automations', 'push', '--yes', '--force'])).code === 0, '--force');
      check((await read()).latestVersion.steps[0].text === 'Mine', '--force overwrites');
      await put({ description: 'told nobody' });
      await edit('grusse-welcome.json', (file) => {
        file.steps[0].text = 'Mine again';
      });
      check((await user.run(['automations', 'push', '--yes'])).code === 1, 'a changed description is a newer one too');
      check((await user.run(['automations', 'pull', '--force'])).code === 0, 'pull --force');
      check((await user.run(['automations', 'push'])).stdout.includes('unchanged'), 'then both are the same');
    },
  },
  {
    name: 'automations push: a file without id becomes an automation; broken ones and doubles stop everything',
    async play(environment, check) {
      const { user, channelId, folder } = await withAutomation(environment);
      await mkdir(folder);
      await writeFile(join(folder, 'new.json'), JSON.stringify(welcome(channelId, 'New one')));
      const created = await user.run(['automations', 'push', '--yes']);
      check(created.code === 0 && created.stdout.includes('created'), `created: ${created.stdout}${created.stderr}`);
      const text = await readFile(join(folder, 'new.json'), 'utf8');
      check(
        /^\{\n {2}"id": "[0-9a-f-]{36}",\n {2}"version": 1,\n {2}"revision": "/.test(text),
        `the file gets its id: ${text.slice(0, 120)}`,
      );
      await writeFile(join(folder, 'copy.json'), text);
      const doubled = await user.run(['automations', 'push', '--yes']);
      check(doubled.code === 1 && doubled.stderr.includes('same automation'), `a double: ${doubled.stderr}`);
      await writeFile(join(folder, 'copy.json'), '{ "name": "x", "steps": [], ');
      const broken = await user.run(['automations', 'push', '--yes']);
      check(broken.code === 1 && broken.stderr.includes('copy.json is not JSON'), `not JSON: ${broken.stderr}`);
      await writeFile(join(folder, 'copy.json'), JSON.stringify({ ...welcome(channelId), steps: [{ id: 'a', type: 'dance' }] }));
      const invalid = await user.run(['automations', 'push', '--yes', '--json']);
      const { error } = JSON.parse(invalid.stderr.trimEnd().split('\n').at(-1) ?? '{}');
      check(
        invalid.code === 1 &&
          error.messageKey === 'invalid_body_params' &&
          Object.keys(error.invalidParams).some((key) => key.startsWith('steps.0')),
        `the API’s own words: ${invalid.stderr}`,
      );
      await writeFile(join(folder, 'copy.json'), text.replace(/"id": "[0-9a-f]{8}/, '"id": "01a1dca6'));
      check((await user.run(['automations', 'push', '--yes'])).code === 4, 'an id that is not there is 4');
    },
  },
];
