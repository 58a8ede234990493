import { parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Subgraph } from '#kit/subgraph.ts';
import type { PreparedFetch } from '../engine/data-source.ts';
import { inProcess } from '../jit/in-process.ts';

/** Returns a compiled fetch for a query text; null for texts that mercurius has to run. */
export type CompiledFetches = (query: string, operationName: string | undefined) => PreparedFetch | null;

/** Cache size in characters: a compiled character takes about 200 bytes. */
const REMEMBERED = 200_000;
/** Minimum size counted per text, in characters. */
const SMALLEST = 200;

/** A text requested once isn't compiled, because compiling costs more than it saves then. */
const SEEN_ONCE = Symbol('seen once');
/** A text that mercurius always runs. */
const NOT_COMPILED = Symbol('not compiled');

/**
 * Compiles the query texts that a subgraph's own process receives repeatedly, as a gateway does for subgraphs in
 * its process. Leaves invalid documents and introspection to mercurius.
 */
export function createCompiledFetches(subgraph: Pick<Subgraph, 'name' | 'schema'>): CompiledFetches {
  const source = inProcess(subgraph);
  const known = new LRUCache<string, PreparedFetch | typeof SEEN_ONCE | typeof NOT_COMPILED>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, key) => SMALLEST + key.length,
  });

  const compile = (query: string, operationName: string | undefined) => {
    if (/\b__(schema|type)\b/.test(query)) return NOT_COMPILED;
    try {
      if (validate(subgraph.schema, parse(query)).length > 0) return NOT_COMPILED;
    } catch {
      return NOT_COMPILED; // a syntax error, which mercurius reports
    }
    return source.prepare(query, operationName);
  };

  return (query, operationName) => {
    const key = `${operationName ?? ''}\n${query}`;
    const before = known.get(key);
    if (typeof before === 'function') return before;
    if (before === NOT_COMPILED) return null;
    const now = before === SEEN_ONCE ? compile(query, operationName) : SEEN_ONCE;
    known.set(key, now);
    return typeof now === 'function' ? now : null;
  };
}
