export { searchSnippets } from './search.ts';
export { createSnippet, deleteSnippet, getSnippet, type Snippet, updateSnippet } from './snippets.ts';
