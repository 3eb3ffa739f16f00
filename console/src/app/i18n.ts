import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'patchbay.language';
const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*/*.po');

export function storedLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find((tag): tag is Language => tag !== null && tag !== undefined && tag in LANGUAGES) ?? 'en';
}

/** The frame is translated into every language and comes last: texts that areas repeat and have not translated do not replace its own. */
const isFrame = (path: string): boolean => /\/(frame|signin)\.po$/.test(path);

/** Loads the catalogues of a language and shows the page in it. */
export async function setLanguage(language: Language): Promise<void> {
  const parts = Object.entries(catalogues)
    .filter(([path]) => path.startsWith(`../locales/${language}/`))
    .sort(([a], [b]) => Number(isFrame(a)) - Number(isFrame(b)));
  const loaded = await Promise.all(parts.map(([, load]) => load()));
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...loaded.map(({ messages }) => messages)) });
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
