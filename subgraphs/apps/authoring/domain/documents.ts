import { isStorable } from '#kit/text.ts';
import type { Issue } from '#manifest/issues.ts';

/** Limits for the documents that one version registers (docs/interface/graphql.md#persisted-documents). */
export const REGISTRY_LIMITS = { documents: 500, characters: 20_000, together: 500_000 } as const;

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Documents with valid ids and sizes, or all their issues. */
export type RegistryReading =
  | { readonly documents: Readonly<Record<string, string>>; readonly issues: readonly [] }
  | { readonly documents: null; readonly issues: readonly Issue[] };

/** Returns the path of a document's issues. */
export const documentPath = (id: string): string => `documents.${id}`;

/** Reads registered documents as sent; omitted ones are empty. Their texts aren't parsed here. */
export function readRegistry(given: unknown): RegistryReading {
  if (given === undefined || given === null) return { documents: {}, issues: [] };
  if (!isTable(given)) return refuse('invalid', 'documents must be an object of GraphQL texts by id.');
  const entries = Object.entries(given);
  if (entries.length > REGISTRY_LIMITS.documents)
    return refuse('too_large', `A version can register at most ${REGISTRY_LIMITS.documents} documents.`);
  const issues = entries.flatMap(([id, text]) => entryIssues(id, text));
  if (issues.length > 0) return { documents: null, issues };
  const documents = Object.fromEntries(entries as [string, string][]); // every entry was checked above
  const together = Object.values(documents).reduce((sum, text) => sum + text.length, 0);
  return together > REGISTRY_LIMITS.together
    ? refuse(
        'too_large',
        `A version's documents can have at most ${REGISTRY_LIMITS.together} characters together.`,
      )
    : { documents, issues: [] };
}

function entryIssues(id: string, text: unknown): readonly Issue[] {
  const shown = id.length > 128 ? `${id.slice(0, 128)}…` : id;
  const issue = (code: Issue['code'], message: string) => [{ path: documentPath(shown), code, message }];
  if (!ID.test(id))
    return issue(
      'invalid',
      `"${shown}" can't be a document's id: use 1 to 128 letters, digits and . _ : - and begin with a letter or digit.`,
    );
  if (typeof text !== 'string' || text.trim() === '')
    return issue('invalid', `Document "${id}" must be GraphQL text.`);
  if (text.length > REGISTRY_LIMITS.characters)
    return issue('too_long', `Document "${id}" can have at most ${REGISTRY_LIMITS.characters} characters.`);
  if (!isStorable(text)) return issue('invalid', `Document "${id}" contains U+0000 or half a character.`);
  return [];
}

const refuse = (code: Issue['code'], message: string): RegistryReading => ({
  documents: null,
  issues: [{ path: 'documents', code, message }],
});

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
