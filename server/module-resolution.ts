import { type ResolveFnOutput, registerHooks } from 'node:module';

const ROOT = new URL('../', import.meta.url).href;
/** Folders whose imports may resolve to their own nested packages. */
const APART = ['node_modules/', 'packages/', 'examples/'].map((folder) => ROOT + folder);

/**
 * Resolves imports without repeating known file lookups. In our own files, a relative path with an extension
 * is the file it names, and a package or `#folder/file.ts` resolves the same everywhere; in packages, all
 * scripts in a folder share the first one's format. Some thousand files import six thousand times, and
 * lookups take a fifth of their loading time. Returns a function that restores the usual resolution.
 */
export function quickImports(): () => void {
  const known = new Map<string, ResolveFnOutput>();
  const formats = new Map<string, string>();
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context;
      const isRelative = specifier.startsWith('.');
      if (!parentURL.startsWith(ROOT) || !conditions.includes('import')) return next(specifier, context);
      if (APART.some((folder) => parentURL.startsWith(folder))) {
        if (!isRelative || !specifier.endsWith('.js')) return next(specifier, context);
        const url = new URL(specifier, parentURL).href;
        const folder = url.slice(0, url.lastIndexOf('/'));
        const format = formats.get(folder);
        if (format) return { url, format, shortCircuit: true };
        const found = next(specifier, context);
        if (found.url === url && found.format) formats.set(folder, found.format);
        return found;
      }
      if (isRelative && specifier.endsWith('.ts')) {
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      }
      const before = known.get(specifier);
      if (before) return before;
      const found = next(specifier, context);
      if (!isRelative) known.set(specifier, { ...found, shortCircuit: true });
      return found;
    },
  });
  return () => hooks.deregister();
}
