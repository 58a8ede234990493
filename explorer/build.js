// Bundles GraphiQL, its editor and its workers into dist/, so that the platform serves every byte itself. npm runs this as
// `prepare` on every install of the repository.
import { bundle } from '../packages/web-bundle/bundle.js';

await bundle({
  folder: new URL('.', import.meta.url),
  base: '/developer/explorer/',
  options: {
    worker: { format: 'es' },
    // The editor is one large piece by nature.
    build: { chunkSizeWarningLimit: 8_000 },
  },
  // A second for all 7 MB; the best quality would take sixteen for a twelfth less.
  brotliQuality: 9,
});
