import { existsSync } from 'node:fs';

/** Build output folder for the package `docs`. */
export const DOCS = new URL('../docs/.vitepress/dist/', import.meta.url);

/** Returns true once the documentation is built. */
export const isDocsBuilt = (): boolean => existsSync(new URL('llms.txt', DOCS));
