import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { expect } from 'vitest';
import { createPlanner, createPlans } from '#gateway/engine/planner.ts';
import { supergraphSdl } from '#schema/sdl.ts';
import { patience, SEED, seededTest, tries } from '../support/seeded.ts';
import { generateOperation } from './operations.ts';

const whole = createPlans(supergraphSdl('internal'));

seededTest(
  'what a view hides changes no plan',
  async () => {
    const view = createPlanner(supergraphSdl('2026-01'));
    let planned = 0;
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const { text } = generateOperation(draw, view.apiSchema);
        const document = parse(text);
        fc.pre(validate(view.apiSchema, document).length === 0);
        expect(whole.plan(document, undefined).plan, text).toEqual(view.plan(document, undefined).plan);
        planned += 1;
      }),
      { numRuns: tries(50), seed: SEED, endOnFailure: true },
    );
    expect(planned).toBeGreaterThan(0);
  },
  patience(60_000),
);
