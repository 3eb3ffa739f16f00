import { useSession } from '../../../../app/session/use-session.ts';
import { useUsers } from '../../queries/directory.ts';
import { useSnippets } from '../queries.ts';
import { matching, type Trigger } from './triggers.ts';

export type Suggestion = { id: string; name: string; hint: string; inserted: string; fileIds: readonly string[] };

const MOST = 8;

/** The snippets or colleagues that fit what is typed. */
export function useSuggestions(trigger: Trigger | null): Suggestion[] {
  const { me } = useSession();
  const [snippets, users] = [useSnippets(), useUsers()];
  if (!trigger) return [];
  if (trigger.kind === 'snippet')
    return matching(snippets, trigger.query, ({ shortcut }) => shortcut)
      .slice(0, MOST)
      .map(({ id, shortcut, text, fileIds }) => ({ id, name: shortcut, hint: text, inserted: text, fileIds }));
  const others = users.filter(({ id }) => id !== me.user.id);
  return matching(others, trigger.query, ({ name }) => name)
    .slice(0, MOST)
    .map(({ id, name, email }) => ({ id, name, hint: email, inserted: `@${name} `, fileIds: [] }));
}
