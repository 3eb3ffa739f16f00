import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { atEnd } from '../chaos/endings.ts';
import { copyTree } from '../docs/copy-tree.ts';
import { root } from '../docs/pages.ts';
import type { Edit } from './recipe.ts';

/** The lines that a recipe added to or removed from each file. */
export type Touched = Map<string, number>;

export type Scratch = {
  apply(edit: Applicable): void;
  /** Returns what differs from the repository, before generators run. */
  touched(): Touched;
  /** Runs a command line in the copy; returns its output if it fails. */
  run(command: string): string | undefined;
  reset(): void;
};

type Applicable = Exclude<Edit, { exampleInSection: true }>;
type Copy = Extract<Edit, { copy: string }>;

const IDENTITY = ['-c', 'user.name=recipes', '-c', 'user.email=recipes@localhost', '-c', 'commit.gpgsign=false'];

/** Copies the repository to a temporary folder with its own git history, so that changes can be counted and undone. */
export function openScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-recipes-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  copyTree(root, folder);
  linkModules(folder);
  const git = (...args: string[]): string => mustRun(folder, 'git', [...IDENTITY, ...args]);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before the recipe');
  return {
    apply: (edit) => ('copy' in edit ? copyFolder(folder, edit) : applyEdit(folder, edit)),
    touched() {
      git('add', '--all');
      const lines = git('diff', '--cached', '--numstat').split('\n').filter(Boolean);
      return new Map(
        lines.map((line) => line.split('\t')).map(([added, removed, file]) => [String(file), Number(added) + Number(removed)]),
      );
    },
    run(command) {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
        cwd: folder,
        encoding: 'utf8',
        env: environment(folder),
      });
      return status === 0 ? undefined : `${stdout}${stderr}`.slice(-3000);
    },
    reset() {
      git('reset', '--quiet', '--hard');
      git('clean', '--quiet', '-d', '--force');
    },
  };
}

/** Links files one by one: a workspace in node_modules is a link to a folder and must lead into the copy. */
function linkModules(folder: string): void {
  const folders = globSync(['node_modules', '*/node_modules'], { cwd: root });
  for (const modules of folders) mustRun(root, 'cp', ['-al', join(root, modules), join(folder, modules)]);
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
});

function mustRun(cwd: string, command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

function applyEdit(folder: string, edit: Exclude<Applicable, Copy>): void {
  const path = join(folder, edit.file);
  if ('text' in edit) {
    if (existsSync(path)) throw new Error(`${edit.file} exists already`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit.text);
    return;
  }
  const before = readFileSync(path, 'utf8');
  const pattern = 'after' in edit ? edit.after : edit.replace;
  const match = pattern.exec(before);
  if (!match) throw new Error(`${edit.file} has nothing like ${pattern}: the recipe is out of date`);
  const put = 'after' in edit ? match[0] + edit.add : edit.by;
  writeFileSync(path, before.slice(0, match.index) + put + before.slice(match.index + match[0].length));
}

/** Copies a folder and replaces words in the names and contents of its files. */
function copyFolder(root: string, { copy, to, except, words }: Copy): void {
  const renamed = (text: string): string => words.reduce((changed, [from, by]) => changed.replaceAll(from, by), text);
  const files = readdirSync(join(root, copy), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !except.test(entry.name),
  );
  for (const { parentPath, name } of files) {
    const source = join(parentPath, name);
    const target = join(root, to, renamed(relative(join(root, copy), source)));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(source, 'utf8')));
  }
}
