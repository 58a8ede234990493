// Bundles the host panel into dist/, which the platform serves at /panel. npm runs this as `prepare` on every install of the
// repository.
import { bundle } from '../packages/web-bundle/bundle.js';

await bundle({
  folder: new URL('.', import.meta.url),
  base: '/panel/',
  options: {
    build: {
      // Every asset is a file of its own: the panel's policy allows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
});
