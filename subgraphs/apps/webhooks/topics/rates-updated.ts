import { triggerRatesDocument } from '../triggers/generated.ts';
import { hostOf, nightOf, throwFirst } from '../triggers/trigger-world.ts';
import { describeNights, Rates } from './resources/nights.ts';
import { defineTopic } from './topic.ts';

export const ratesUpdated = defineTopic('rates.updated', {
  when: 'Rates or restrictions of a range of nights changed.',
  resource: Rates,
  describe: (event) => ({ type: 'rates' as const, ...describeNights(event) }),
  trigger: {
    async cause(ctx, caller) {
      const { unitTypeId, night, rate, where } = await nightOf(ctx, caller);
      const input = { unitTypeId, from: night, until: night, rate };
      throwFirst(
        (await ctx.execute(triggerRatesDocument, { input }, hostOf(ctx, caller))).ratesSet.userErrors,
      );
      return `The rate of ${where} was set for ${night} to its current value: ${rate}.`;
    },
  },
});
