import type { Command } from '../command.ts';
import { type CompletionContext, completionContexts } from './tree.ts';

/** Returns one `complete` line per word and option, each with its context. */
export function fishCompletion(table: readonly Command[]): string {
  const all = completionContexts(table);
  const known = all.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join(' ');
  return `# fish completion for patchbay: patchbay completion fish | source
function __patchbay_place
  set -l context ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$context $word")
    contains -- "$next" ${known}; and set context $next
  end
  test "$context" = "$argv[1]"
end
complete -c patchbay -f
${all.flatMap(lines).join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function lines({ path, words, options, argument }: CompletionContext): string[] {
  const here = `complete -c patchbay -n ${quoted(`__patchbay_place ${quoted(path)}`)}`;
  return [
    ...words.map(({ word, summary }) => `${here} -a ${quoted(word)} -d ${quoted(summary)}`),
    ...(argument?.choices ?? []).map((choice) => `${here} -a ${quoted(choice)}`),
    ...(argument?.kind === 'file' || argument?.kind === 'folder' ? [`${here} -F`] : []),
    ...options.map(
      ({ name, type, summary, choices, kind }) =>
        `${here} -l ${name}${type === 'string' ? ` -r${values(choices, kind)}` : ''} -d ${quoted(summary)}`,
    ),
  ];
}

function values(choices: readonly string[] | undefined, kind: string | undefined): string {
  if (choices) return ` -a ${quoted(choices.join(' '))}`;
  if (kind === 'file' || kind === 'folder') return ' -F';
  if (kind === 'profile') return ` -a ${quoted('(patchbay profiles --names 2>/dev/null)')}`;
  return '';
}
