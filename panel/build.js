// Bundles the host panel into dist/, which the platform serves at /panel. npm runs this script as `prepare` on every install
// in the repository.
import { bundle } from '../packages/web-bundle/bundle.js';

await bundle({
  folder: new URL('.', import.meta.url),
  base: '/panel/',
  options: async () => {
    const [{ lingui }, { expandMacros }] = await Promise.all([
      import('@lingui/vite-plugin'),
      import('./macros.js'),
    ]);
    return {
      plugins: [
        {
          name: 'panel-macros',
          enforce: 'pre',
          transform: {
            filter: { id: /\.tsx?$/ },
            handler: (source, file) => expandMacros(source, file),
          },
        },
        lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
      ],
      build: {
        // Keeps every asset in a file, because the panel's content security policy forbids data: URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    };
  },
});
