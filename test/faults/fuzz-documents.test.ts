import { operationFromDocument, type SelectionSet, Supergraph } from '@apollo/federation-internals';
import { QueryPlanner } from '@apollo/query-planner';
import { type DocumentNode, getOperationAST, Kind, parse, validate, visit } from 'graphql';
import { expect, test } from 'vitest';
import { DOCUMENT_LIMITS } from '#gateway/cost/limits.ts';
import { literalDepthRule } from '#gateway/cost/literals.ts';
import { operationCost } from '#gateway/cost/operation-cost.ts';
import { createDecide } from '#gateway/engine/conditions.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { supergraphSdl } from '#schema/sdl.ts';
import { hostileDocument } from '../support/hostile-documents.ts';
import { type Chance, patience, seededTest, tries } from '../support/seeded.ts';

// Planning is the only request step whose work the document's size doesn't bound. The test counts its bounds
// instead of timing them: the planned documents and the plans considered. bench/attacks.ts measures the time.

const DOCUMENTS = tries(300);
/** Our arguments accept at most an input object in a list in an input object. */
const DEEPEST_LITERAL = 3;

/** The parsed document, as the gateway sees it; null if it wouldn't reach planning. */
function parseWithinLimits(text: string): DocumentNode | null {
  try {
    return parse(text, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch {
    return null;
  }
}

function deepestLiteral(document: DocumentNode): number {
  let depth = 0;
  let deepest = 0;
  const within = {
    enter() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    leave() {
      depth -= 1;
    },
  };
  visit(document, { ListValue: within, ObjectValue: within });
  return deepest;
}

function conditionsIn(document: DocumentNode): number {
  let count = 0;
  visit(document, {
    Directive({ arguments: given }) {
      if (given?.[0]?.value.kind === Kind.VARIABLE) count += 1;
    },
  });
  return count;
}

const sizeOf = (set: SelectionSet): number =>
  set.selections().reduce((total, one) => total + 1 + (one.selectionSet ? sizeOf(one.selectionSet) : 0), 0);

const decisions = (chance: Chance) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`v${n}`, chance.below(3) > 0]));

for (const view of ['2026-01', 'host']) {
  seededTest(
    `${DOCUMENTS} hostile documents for the view ${view} leave the planner little to do`,
    async (chance) => {
      const { apiSchema } = createPlanner(supergraphSdl(view));
      const supergraph = Supergraph.build(supergraphSdl(view), { validateSupergraph: false });
      const planningSchema = supergraph.apiSchema();
      const planner = new QueryPlanner(supergraph);
      const decide = createDecide();
      let planned = 0;
      for (let sent = 0; sent < DOCUMENTS; sent++) {
        const text = hostileDocument(chance, apiSchema);
        const document = parseWithinLimits(text);
        if (
          !document ||
          validate(apiSchema, document).length ||
          validate(apiSchema, document, [literalDepthRule]).length
        )
          continue;
        expect(deepestLiteral(document), text).toBeLessThanOrEqual(DEEPEST_LITERAL);
        const operation = getOperationAST(document);
        const weight = operation && operationCost(apiSchema, document, operation);
        if (!weight || weight.fields > DOCUMENT_LIMITS.fields || weight.depth > DOCUMENT_LIMITS.depth)
          continue;
        const decided = decide(document, undefined, decisions(chance));
        if ('errors' in decided) throw decided.errors[0];
        expect(conditionsIn(decided.document), text).toBe(0);
        const asked = operationFromDocument(planningSchema, decided.document);
        expect(sizeOf(asked.expandAllFragments().selectionSet), text).toBeLessThanOrEqual(
          DOCUMENT_LIMITS.fields,
        );
        planner.buildQueryPlan(asked);
        expect(planner.lastGeneratedPlanStatistics()?.evaluatedPlanCount ?? 0, text).toBeLessThanOrEqual(16);
        planned += 1;
      }
      expect(planned).toBeGreaterThan(DOCUMENTS / 10);
    },
    patience(120_000),
  );
}

test('a literal nested deeper than the field limit is refused for any argument', () => {
  const { apiSchema } = createPlanner(supergraphSdl('2026-01'));
  const document = parse(`{ task(id: ${'['.repeat(13)}1${']'.repeat(13)}) { id } }`);
  const [problem] = validate(apiSchema, document, [literalDepthRule]);
  expect(problem?.message).toBe('A value nests lists and objects too deeply: at most 12 levels.');
  const allowed = parse(`{ task(id: ${'['.repeat(12)}1${']'.repeat(12)}) { id } }`);
  expect(validate(apiSchema, allowed, [literalDepthRule])).toEqual([]);
});
