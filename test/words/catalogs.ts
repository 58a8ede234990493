import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** The source's messages by id. */
export type Source = Readonly<Record<string, { readonly message?: string }>>;

/** A language's catalog by id. */
export type Catalog = Readonly<
  Record<string, { readonly message?: string; readonly translation?: string; readonly obsolete?: boolean }>
>;

/** Returns the messages that a catalog lacks, has without need, or translates with other placeholders or tags. */
export function catalogProblems(source: Source, catalog: Catalog): readonly string[] {
  const untranslated = Object.entries(source).flatMap(([id, { message = id }]) => {
    const entry = catalog[id];
    if (!entry || entry.obsolete) return [`missing: "${message}"`];
    if (!entry.translation) return [`untranslated: "${message}"`];
    const fault = faultOf(message, entry.translation);
    return fault === null ? [] : [`${fault}: "${message}" as "${entry.translation}"`];
  });
  const unused = Object.entries(catalog)
    .filter(([id, { obsolete }]) => obsolete || !Object.hasOwn(source, id))
    .map(([id, { message = id }]) => `unused: "${message}"`);
  return [...untranslated, ...unused];
}

function faultOf(message: string, translation: string): string | null {
  try {
    const [wanted, found] = [partsOf(message), partsOf(translation)];
    return wanted.symmetricDifference(found).size === 0 ? null : 'other placeholders or tags';
  } catch (error) {
    if (error instanceof Error) return error.message.split('\n')[0] ?? 'unreadable';
    throw error;
  }
}

type Token = string | readonly [name: string, type?: string, forms?: Readonly<Record<string, unknown>>];

/** Returns a message's placeholders with their types, and its tags. */
function partsOf(message: string): ReadonlySet<string> {
  const parts = new Set<string>();
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) parts.add(tag);
      else {
        const [name, type = '', forms] = token;
        parts.add(`{${name} ${type}}`);
        if (typeof forms === 'object')
          for (const form of Object.values(forms)) if (Array.isArray(form)) read(form);
      }
    }
  };
  // The compiled form of a message consists of these tokens.
  read(compileMessageOrThrow(message) as readonly Token[]);
  return parts;
}
