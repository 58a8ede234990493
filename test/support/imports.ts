import { readFileSync } from 'node:fs';

/** One of our imports, with its resolved file. */
export interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
  /** Imported names. */
  readonly names: readonly string[];
}

const ALIASES: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).imports;

const IMPORT = /^(?:import|export)\s+(type\s)?([^;']*?)from\s+'([^']+)'|\bimport\('([^']+)'\)/gms;

/** A file's imports that resolve to files in the repository. */
export const importsOf = (file: string): Import[] => importsIn(file, readFileSync(file, 'utf8'));

/** The same imports, from the file's text. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const specifier = match[3] ?? match[4] ?? '';
    const target = specifier.startsWith('#')
      ? aliased(specifier)
      : specifier.startsWith('.')
        ? new URL(specifier, `file:///${file}`).pathname.slice(1)
        : null;
    if (target === null) return [];
    const inBraces = match[2]?.match(/\{([^}]*)\}/)?.[1]?.split(',') ?? [];
    const named = inBraces.map((name) => name.trim()).filter(Boolean);
    const names = named.map((name) => name.replace(/^type /, '').replace(/ as .*/, ''));
    const typeOnly =
      Boolean(match[1]) || (named.length > 0 && named.every((name) => name.startsWith('type ')));
    return [{ file, target, typeOnly, names }];
  });
}

/** Packages and Node modules that a text imports, including types. */
export const packagesIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)]
    .map((match) => match[3] ?? match[4] ?? '')
    .filter((specifier) => !specifier.startsWith('#') && !specifier.startsWith('.'));

/** Resolves an import through package.json: `#manifest/manifest.ts` to `packages/manifest/manifest.ts`. */
function aliased(specifier: string): string {
  const folder = `${specifier.split('/', 1)[0]}/`;
  const home = ALIASES[`${folder}*`];
  if (!home) throw new Error(`package.json names no folder for ${specifier}.`);
  return specifier.replace(folder, home.slice('./'.length, -'*'.length));
}
