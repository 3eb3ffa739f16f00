import { useEffect } from 'react';

/** The title of the document: the number of unread notifications, what the area shows, and the name. */
let area = '';
let unread = 0;

export const titleOf = (text: string, count: number): string =>
  `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${text ? `${text} · ` : ''}Patchbay`;

function apply(): void {
  document.title = titleOf(area, unread);
}

/** Sets what the tab of the browser says while the component is shown. */
export function useTitle(text: string): void {
  useEffect(() => {
    area = text;
    apply();
  }, [text]);
}

export function setTitleBadge(count: number): void {
  unread = count;
  apply();
}
