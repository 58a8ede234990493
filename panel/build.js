// Bundles the host panel into dist/, which the platform serves at /panel. npm runs this script as `prepare` on every install
// in the repository.
import { bundle } from '../packages/web-bundle/bundle.js';

await bundle({
  folder: new URL('.', import.meta.url),
  base: '/panel/',
  options: {
    build: {
      // Keeps every asset in a file, because the panel's content security policy forbids data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
});
