import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { QueryPlan } from '@apollo/query-planner';
import { supergraphSdl } from './sdl.ts';

/** The query plans of the product's own operations, made by `npm run codegen` so that no start has to plan them. */
export interface PlansFile {
  /** Digest of the supergraph they were made for. */
  readonly supergraph: string;
  /** By the digest of an operation's text. */
  readonly plans: Readonly<Record<string, QueryPlan>>;
}

export const PLANS_FILE = new URL('./generated/internal/plans.json', import.meta.url);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Finds the plan of an operation's text among the committed ones; undefined for all where the supergraph changed since. */
export function committedPlans(): (operationText: string) => QueryPlan | undefined {
  const { supergraph, plans } = JSON.parse(readFileSync(PLANS_FILE, 'utf8')) as PlansFile; // as codegen writes it
  if (supergraph !== digestOf(supergraphSdl('internal'))) return () => undefined;
  return (operationText) => plans[digestOf(operationText)];
}
