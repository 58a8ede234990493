import { readFileSync } from 'node:fs';

/** One import line of ours, with the file it leads to. */
export interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
  /** What is imported by name. */
  readonly names: readonly string[];
}

const ALIASES: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).imports;

const IMPORT = /^(?:import|export)\s+(type\s)?([^;']*?)from\s+'([^']+)'|\bimport\('([^']+)'\)/gms;

/** The imports of a file, from its text, that lead to files of the repository. */
export function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap((match) => {
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

/** Where an import of package.json leads: `#manifest/manifest.ts` to `packages/manifest/manifest.ts`. */
function aliased(specifier: string): string {
  const folder = `${specifier.split('/', 1)[0]}/`;
  const home = ALIASES[`${folder}*`];
  if (!home) throw new Error(`package.json names no folder for ${specifier}.`);
  return specifier.replace(folder, home.slice('./'.length, -'*'.length));
}
