import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages that a release publishes to npm. */
export const PUBLISHED = ['cli', 'packages/api-types', 'packages/app-sdk'] as const;

/** A package.json, as far as a release reads or changes it. */
export interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string };
  /** The root's only: folders, as patterns. */
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const readPackage = (root: string, folder = '.'): PackageFile =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * The container image's name without a tag, from the repository's address: GitHub's registry keeps an image under its
 * repository's name.
 */
export function imageName({ repository }: Pick<PackageFile, 'repository'>): string {
  const [, path] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository.url) ?? [];
  if (path === undefined)
    throw new Error(`package.json: "repository.url" must be a GitHub address: ${repository.url}`);
  return `ghcr.io/${path.toLowerCase()}`;
}

/**
 * Gives the root, the published packages, and every dependency on one of these a version, in a package.json or in
 * package-lock.json's entry for it.
 */
export function withVersion<Entry extends Partial<PackageFile>>(
  entry: Entry,
  version: string,
  published: ReadonlySet<string>,
): Entry {
  const pinned = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([name, pin]) => [name, published.has(name) ? version : pin]));
  return {
    ...entry,
    ...(entry.name !== undefined && published.has(entry.name) ? { version } : {}),
    ...(entry.dependencies ? { dependencies: pinned(entry.dependencies) } : {}),
    ...(entry.devDependencies ? { devDependencies: pinned(entry.devDependencies) } : {}),
  };
}
