import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

/** The catalogues of an area; `frame` is around every page. */
const AREAS = {
  frame: ['frame'],
  inbox: ['inbox-list', 'inbox-actions', 'inbox-thread', 'inbox-panel'],
  contacts: ['contacts', 'people'],
  campaigns: ['campaigns', 'people'],
  automations: ['automations'],
  reports: ['reports'],
  settings: ['settings'],
  developers: ['developers'],
  operations: ['operations'],
  phone: ['phone'],
  signin: ['signin'],
} as const;
export type TextArea = keyof typeof AREAS;

const KEY = 'patchbay.language';
const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*/*.po');
const shown = new Set<TextArea>(['frame']);

export function storedLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find((tag): tag is Language => tag !== null && tag !== undefined && tag in LANGUAGES) ?? 'en';
}

/** The frame is translated into every language and comes last: texts that areas repeat and have not translated do not replace its own. */
async function messagesOf(areas: Iterable<TextArea>, language: Language): Promise<Messages> {
  const names = [...areas].flatMap((area) => AREAS[area]).sort((a, b) => Number(a === 'frame') - Number(b === 'frame'));
  const loaded = await Promise.all(names.map(async (name) => catalogues[`../locales/${language}/${name}.po`]?.()));
  return Object.assign({}, ...loaded.map((catalogue) => catalogue?.messages));
}

/** Shows the page in a language, with the texts of all areas that were opened. */
export async function setLanguage(language: Language): Promise<void> {
  const messages = await messagesOf(shown, language);
  i18n.loadAndActivate({ locale: language, messages });
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Returns a module of an area once the texts of the area are there too. */
export async function withTexts<Module>(area: TextArea, module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, showTexts(area)]);
  return loaded;
}

async function showTexts(area: TextArea): Promise<void> {
  if (shown.has(area)) return;
  const language = i18n.locale as Language;
  const messages = await messagesOf([area], language);
  shown.add(area);
  if (i18n.locale !== language) return setLanguage(i18n.locale as Language); // it was changed meanwhile
  i18n.load(language, { ...messages, ...i18n.messages });
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
