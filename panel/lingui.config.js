import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** English is in the source; locales/ has the other languages. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  // Without line numbers, which change with every edit.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>'],
      exclude: ['**/node_modules/**', '**/dist/**', '**/generated.ts'],
    },
  ],
});
