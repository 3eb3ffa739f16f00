import type { Command } from '../command.ts';
import { type CompletionContext, completionContexts } from './tree.ts';

/** The same walk as in bash, in zsh's words, with the summaries beside the names. */
export const zshCompletion = (table: readonly Command[]): string => `#compdef patchbay
# zsh completion for patchbay: source <(patchbay completion zsh)
_patchbay() {
  local context='' next word previous=\${words[CURRENT-1]} current=\${words[CURRENT]}
  for word in \${words[2,CURRENT-1]}; do
    next="\${context:+$context }$word"
    case "$next" in
      (${completionContexts(table)
        .flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
        .join('|')}) context=$next ;;
    esac
  done
  case "$context:$previous" in
${completionContexts(table).flatMap(valueBranches).join('\n')}
  esac
  case "$context" in
${completionContexts(table).map(contextBranch).join('\n')}
  esac
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u; }
compdef _patchbay patchbay
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** A colon parts a word from its description. */
const described = (word: string, summary: string): string => quoted(`${word.replaceAll(':', '\\:')}:${summary}`);

const valueBranches = ({ path, options }: CompletionContext): string[] =>
  options
    .filter(({ type }) => type === 'string')
    .map(({ name, choices, kind }) => `    (${quoted(`${path}:--${name}`)}) ${values(choices, kind)}; return ;;`);

function values(choices: readonly string[] | undefined, kind: string | undefined): string {
  if (choices) return `compadd -- ${choices.join(' ')}`;
  if (kind === 'folder') return '_files -/';
  if (kind === 'file') return '_files';
  if (kind === 'profile') return `compadd -- \${(f)"$(patchbay profiles --names 2>/dev/null)"}`;
  return '_message value';
}

function contextBranch({ path, words, options, argument }: CompletionContext): string {
  const flags = options.map(({ name, summary }) => described(`--${name}`, summary)).join(' ');
  const wanted = [...words.map(({ word, summary }) => described(word, summary)), ...(argument?.choices ?? []).map(quoted)].join(
    ' ',
  );
  const files = argument?.kind === 'file' ? '_files' : argument?.kind === 'folder' ? '_files -/' : ':';
  return `    (${quoted(path)}) if [[ $current == -* ]]; then local -a flags=(${flags}); _describe option flags; else local -a names=(${wanted}); (( $#names )) && _describe command names; ${files}; fi ;;`;
}
