import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** One catalogue per folder, so that people who work on different areas do not edit the same file. */
const areas = [
  'inbox/list',
  'inbox/actions',
  'inbox/thread',
  'inbox/panel',
  'contacts',
  'settings',
  'developers',
  'operations',
  'phone',
  'signin',
];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'ar'],
  fallbackLocales: { default: 'en' },
  format: formatter({ origins: false }),
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/frame',
      include: ['<rootDir>/src/app', '<rootDir>/src/kit', '<rootDir>/src/actions', '<rootDir>/src/live'],
    },
    ...areas.map((area) => ({
      path: `<rootDir>/src/locales/{locale}/${area.replace('/', '-')}`,
      include: [`<rootDir>/src/areas/${area}`],
    })),
  ],
});
