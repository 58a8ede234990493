// Bundles GraphiQL, its editor and its workers into dist/, so that the platform serves every byte itself. npm runs this
// script as `prepare` on every install in the repository.
import { bundle } from '../packages/web-bundle/bundle.js';

await bundle({
  folder: new URL('.', import.meta.url),
  base: '/developer/explorer/',
  options: {
    worker: { format: 'es' },
    // The editor is one large module.
    build: { chunkSizeWarningLimit: 8_000 },
  },
  // Compresses all 7 MB in one second. The best quality would take 16 seconds to save another twelfth.
  brotliQuality: 9,
});
