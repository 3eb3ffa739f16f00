import { command } from '../command.ts';
import { Failure, usage } from '../failure.ts';

export function checkedProfileName(name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name))
    throw usage(`${name} cannot be the name of a profile`, 'letters, digits, and . _ - after the first');
  return name;
}

export const profiles = command({
  name: 'profiles',
  summary: 'List the servers you are logged in to',
  arguments: [],
  options: { names: { type: 'boolean', summary: 'print the names only' } },
  examples: ['patchbay profiles'],
  async run({ out, options, store }) {
    const settings = await store.read();
    const rows = Object.entries(settings.profiles).map(([name, { url }]) => ({
      name,
      url,
      isCurrent: name === settings.current,
    }));
    if (options.names && !out.isJson) {
      for (const { name } of rows) out.line(name);
      return;
    }
    out.result(rows, () => {
      if (rows.length === 0) return out.note('There are no profiles. Run: patchbay login');
      const titles = [{ title: '' }, { title: 'profile' }, { title: 'server' }];
      out.table(
        titles,
        rows.map(({ name, url, isCurrent }) => [isCurrent ? '*' : ' ', name, url]),
      );
    });
  },
});

export const profilesUse = command({
  name: 'profiles use',
  summary: 'Select the profile that is used by default',
  arguments: [{ name: 'name', summary: 'a name from patchbay profiles' }],
  options: {},
  examples: ['patchbay profiles use staging'],
  async run({ out, args, store }) {
    const settings = await store.read();
    if (!settings.profiles[args.name])
      throw new Failure('notFound', `there is no profile ${args.name}`, { todo: `run: patchbay login --profile ${args.name}` });
    await store.write({ ...settings, current: args.name });
    out.result({ current: args.name }, () => out.line(`The profile ${args.name} is the current one.`));
  },
});
