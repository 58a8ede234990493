import type { CancellationTerms } from '#kit/cancellation.ts';
import { ANY_TIME, type NightTerms, PAID_NOW, PLAIN_NIGHTS } from '../../rates/domain/rate-plan.ts';
import type { UnitTypeTerms } from '../../rates/domain/terms.ts';
import type { RatePlanRow } from '../../store/entities.ts';

/** What a price is made with of a rate plan. */
export type PricedPlan = Pick<
  RatePlanRow,
  | ('adjustBp' | 'adjustAmount' | 'weekDiscount' | 'monthDiscount')
  | ('minStay' | 'maxStay' | 'minAdvance' | 'maxAdvance')
  | ('paymentMode' | 'depositPercent' | 'balanceDaysBefore')
> & { readonly cancellationPolicy?: { readonly terms: CancellationTerms } | null | undefined };

/** A rate plan as the price of a stay depends on it: with the stay, and night by night. */
export interface SoldPlan {
  readonly stay: Pick<
    UnitTypeTerms,
    'weekDiscount' | 'monthDiscount' | 'window' | 'cancellation' | 'payment'
  >;
  readonly nights: NightTerms;
}

/** A rate plan as it is sold; `usual` are the storefront's own terms of cancellation, for a plan that has none. */
export function soldPlan(plan: PricedPlan | null, usual: CancellationTerms | null): SoldPlan {
  if (plan === null) {
    const stay = { weekDiscount: null, monthDiscount: null, window: ANY_TIME, cancellation: usual };
    return { stay: { ...stay, payment: PAID_NOW }, nights: PLAIN_NIGHTS };
  }
  const { adjustBp, adjustAmount, minStay = null, maxStay = null } = plan;
  const { weekDiscount = null, monthDiscount = null, minAdvance = null, maxAdvance = null } = plan;
  const { paymentMode: mode, depositPercent = null, balanceDaysBefore = null } = plan;
  return {
    stay: {
      weekDiscount,
      monthDiscount,
      window: { minAdvance, maxAdvance },
      cancellation: plan.cancellationPolicy?.terms ?? usual,
      payment: { mode, depositPercent, balanceDaysBefore },
    },
    nights: { adjustBp, adjustAmount, minStay, maxStay },
  };
}
