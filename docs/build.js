// Builds the site into .vitepress/dist/. npm runs this as `prepare` on every install of the repository, on whatever Node there
// is, so this is plain JavaScript.
import { compressFiles } from '../packages/web-bundle/bundle.js';

const generator = await import('vitepress').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('vitepress is not installed, so the documentation stays unbuilt.\n');
});
if (generator) {
  const folder = new URL('.', import.meta.url);
  await generator.build(folder.pathname, { logLevel: 'error' });
  await compressFiles(new URL('.vitepress/dist/', folder), 9);
}
