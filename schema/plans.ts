import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { QueryPlan } from '@apollo/query-planner';
import { supergraphSdl } from './sdl.ts';

/**
 * Query plans for the product's own operations, created by `npm run codegen` so that a start doesn't have to
 * plan them.
 */
export interface PlansFile {
  /** Digest of the plans' supergraph. */
  readonly supergraph: string;
  /** By digest of the operation's text. */
  readonly plans: Readonly<Record<string, QueryPlan>>;
}

export const PLANS_FILE = new URL('./generated/internal/plans.json', import.meta.url);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Finds an operation text's committed plan; always undefined if the supergraph has changed since. */
export function committedPlans(): (operationText: string) => QueryPlan | undefined {
  const { supergraph, plans } = JSON.parse(readFileSync(PLANS_FILE, 'utf8')) as PlansFile; // codegen writes this shape
  if (supergraph !== digestOf(supergraphSdl('internal'))) return () => undefined;
  return (operationText) => plans[digestOf(operationText)];
}
