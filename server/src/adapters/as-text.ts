import type { OutgoingContent } from '../domain/messages/index.ts';

type Location = Extract<OutgoingContent, { type: 'location' }>;
type Interactive = Extract<OutgoingContent, { type: 'interactive' }>;

/** Returns a location as text, such as "Café Central, Herrengasse 14 (48.2104, 16.3655)". */
export function locationAsText({ name, address, latitude, longitude }: Location): string {
  const where = [name, address].filter(Boolean).join(', ');
  return where ? `${where} (${latitude}, ${longitude})` : `${latitude}, ${longitude}`;
}

/** Returns buttons or a list as a numbered list, so that a contact can answer with a number. */
export function interactiveAsText({ header, text, footer, choice }: Interactive): string {
  return [header, text, choicesAsText(choice), footer].filter(Boolean).join('\n\n');
}

function choicesAsText(choice: Interactive['choice']): string {
  let number = 0;
  const line = (title: string, description?: string) => `${++number}. ${title}${description ? ` (${description})` : ''}`;
  if ('buttons' in choice) return choice.buttons.map(({ title }) => line(title)).join('\n');
  const sections = choice.list.sections.map(({ title, rows }) =>
    [...(title ? [title] : []), ...rows.map((row) => line(row.title, row.description))].join('\n'),
  );
  return sections.join('\n\n');
}
