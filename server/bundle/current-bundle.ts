import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This checkout's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BUNDLES = join(ROOT, 'node_modules/.cache/lodging-platform');
export const MANIFEST = join(BUNDLES, 'server-bundle.json');

/** A file that a bundle was made from: path from the root, size, change time and SHA-256. */
export type BundleInput = readonly [path: string, bytes: number, changedAt: number, sha256: string];

/** A bundle's entry file, as a path from the root, and its inputs. */
export interface BundleManifest {
  readonly entry: string;
  readonly inputs: readonly BundleInput[];
}

/**
 * Returns the server's bundled entry file if every file that it was made from is unchanged; null otherwise, so that a start never
 * runs outdated code. A file whose size and change time are the same counts as unchanged; others are compared by content.
 */
export function currentBundle(root = ROOT, manifestFile = MANIFEST): string | null {
  const manifest = readManifest(manifestFile);
  return manifest?.inputs.every((input) => isUnchanged(root, input)) ? join(root, manifest.entry) : null;
}

function readManifest(file: string): BundleManifest | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BundleManifest; // our own file, moved into place when complete
  } catch {
    return null;
  }
}

function isUnchanged(root: string, [path, bytes, changedAt, sha256]: BundleInput): boolean {
  const file = join(root, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.size !== bytes) return false;
  return found.mtimeMs === changedAt || sha256 === hash('sha256', readFileSync(file));
}
