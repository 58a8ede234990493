// Bundles GraphiQL, its editor and its workers into dist/, so that the platform serves every byte itself. npm runs this as
// `prepare` on every install of the repository.
import { fileURLToPath } from 'node:url';

/** The bundler, or undefined in an install without development dependencies, where there is nothing to build. */
async function bundler() {
  try {
    return await import('vite');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('explorer: vite is not installed, so the explorer stays unbuilt.\n');
  }
}

const tool = await bundler();
await tool?.build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  base: '/developer/explorer/',
  logLevel: 'error',
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The editor is one large piece by nature.
    chunkSizeWarningLimit: 8_000,
  },
});
