import type { Command } from '../command.ts';
import { type CompletionContext, completionContexts } from './tree.ts';

/** Returns a function that reads the words so far, with one branch for every context. */
export const bashCompletion = (
  table: readonly Command[],
): string => `# bash completion for patchbay: source <(patchbay completion bash)
_patchbay() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} context='' next word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${context:+$context }$word"
    case "$next" in
      ${alternatives(completionContexts(table).flatMap(({ path }) => (path === '' ? [] : [path])))}) context=$next ;;
    esac
  done
  COMPREPLY=()
  case "$context:$previous" in
${completionContexts(table).flatMap(valueBranches).join('\n')}
  esac
  case "$context" in
${completionContexts(table).map(contextBranch).join('\n')}
  esac
}
complete -o default -F _patchbay patchbay
`;

const alternatives = (paths: string[]): string => paths.map((path) => `'${path}'`).join('|');

/** After an option that has a value only values fit. */
const valueBranches = ({ path, options }: CompletionContext): string[] =>
  options
    .filter(({ type }) => type === 'string')
    .map(({ name, choices, kind }) => `    '${path}:--${name}') ${replyWith(choices, kind)}; return ;;`);

function contextBranch({ path, words, options, argument }: CompletionContext): string {
  const flags = options.map(({ name }) => `--${name}`).join(' ');
  const wanted = [...words.map(({ word }) => word), ...(argument?.choices ?? [])].join(' ');
  const rest = argument?.kind === 'file' || argument?.kind === 'folder' ? ` || ${replyWith(undefined, argument.kind)}` : '';
  return `    '${path}') if [[ $current == -* ]]; then ${compgen(`-W '${flags}'`)}; else ${wanted ? compgen(`-W '${wanted}'`) : ':'}${rest && `; [ \${#COMPREPLY[@]} -gt 0 ]${rest}`}; fi ;;`;
}

const compgen = (what: string): string => `mapfile -t COMPREPLY < <(compgen ${what} -- "$current")`;

function replyWith(choices: readonly string[] | undefined, kind: string | undefined): string {
  if (choices) return compgen(`-W '${choices.join(' ')}'`);
  if (kind === 'folder') return compgen('-d');
  if (kind === 'file') return compgen('-f');
  if (kind === 'profile') return compgen('-W "$(patchbay profiles --names 2>/dev/null)"');
  return ':';
}
