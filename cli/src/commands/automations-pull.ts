import { command } from '../command.ts';
import { compare, fromServer } from '../definitions/compare.ts';
import { fileNames } from '../definitions/file-names.ts';
import { readFolder, writeDefinition } from '../definitions/folder.ts';
import { exitCodes } from '../failure.ts';

type Pulled = { file: string; id: string; version: number; outcome: 'new' | 'updated' | 'unchanged' | 'kept' };

export const automationsPull = command({
  name: 'automations pull',
  summary: 'Write the automations of the server to files, one file each',
  details:
    'Files have a stable format for git. A file with changes that were not pushed is not overwritten, unless --force is given.',
  arguments: [{ name: 'folder', summary: 'target folder; default: automations', optional: true, kind: 'folder' }],
  options: {
    force: { type: 'boolean', summary: 'overwrite changes that were not pushed' },
    archived: { type: 'boolean', summary: 'include archived automations' },
  },
  examples: ['patchbay automations pull', 'patchbay automations pull flows --archived'],
  async run({ io, out, args, options, patchbay }) {
    const folder = args.folder ?? 'automations';
    const locals = options.force ? await readFolder(folder).catch(() => []) : await readFolder(folder);
    const byId = new Map(locals.flatMap((local) => (local.file.id === undefined ? [] : [[local.file.id, local] as const])));
    const search = { sortBy: 'asc(createdAt)', ...(!options.archived && { query: 'ne(status,"archived")' }) };
    const found = await Array.fromAsync((await patchbay()).automations.each(search, { signal: io.signal }));
    const taken = new Map([
      ...locals.map(({ name }) => [name, name] as const),
      ...[...byId].map(([id, { name }]) => [id, name] as const),
    ]);
    const names = fileNames(found, taken);
    const pulled: Pulled[] = [];
    for (const server of found.map(fromServer)) {
      const file = names.get(server.id) ?? '';
      const local = byId.get(server.id)?.file;
      const verdict = local && compare(local, server);
      const isKept = !options.force && (verdict === 'changed here' || verdict === 'changed in both');
      const isSame = verdict === 'same' && local?.revision === server.revision && local.version === server.version;
      if (!isKept) await writeDefinition(folder, file, server); // also when nothing changed: the formatting may have
      pulled.push({
        file,
        id: server.id,
        version: server.version,
        outcome: isKept ? 'kept' : isSame ? 'unchanged' : local ? 'updated' : 'new',
      });
    }
    const kept = pulled.filter(({ outcome }) => outcome === 'kept');
    out.result(pulled, () => {
      out.table(
        [{ title: 'file' }, { title: 'version', align: 'right' }, { title: '' }],
        pulled.map(({ file, version, outcome }) => [file, version, outcome]),
      );
      if (pulled.length === 0) out.note('The server has no automations; push creates one for each file without an id.');
      for (const { file } of kept)
        out.note(`${file} has changes that were not pushed, and was kept. Push them, or pull with --force.`);
    });
    return kept.length > 0 ? exitCodes.failed.code : exitCodes.ok.code;
  },
});
