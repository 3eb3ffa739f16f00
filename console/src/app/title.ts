import { useEffect } from 'react';

/** The title of the document: the number of unread notifications, what is open, and the name. */
let area = '';
let open: string | null = null;
let unread = 0;

export const titleOf = (text: string, count: number): string =>
  `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${text ? `${text} · ` : ''}Patchbay`;

function apply(): void {
  document.title = titleOf(open ?? area, unread);
}

/** Sets what the tab of the browser says while the component is shown, for example the name of a contact. */
export function useTitle(text: string): void {
  useEffect(() => {
    open = text;
    apply();
    return () => {
      open = null;
      apply();
    };
  }, [text]);
}

/** The name of the area, for pages that set no title. */
export function setAreaTitle(text: string): void {
  area = text;
  apply();
}

export function setTitleBadge(count: number): void {
  unread = count;
  apply();
}
