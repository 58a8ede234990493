import type { CancellationTerms } from '#kit/cancellation.ts';
import { ANY_TIME, type NightTerms, PAID_NOW, PLAIN_NIGHTS } from '../../rates/domain/rate-plan.ts';
import type { UnitTypeTerms } from '../../rates/domain/terms.ts';
import type { RatePlanRow } from '../../store/entities.ts';

/** A rate plan's inputs to a price. */
export type PricedPlan = Pick<
  RatePlanRow,
  | ('adjustBp' | 'adjustAmount' | 'weekDiscount' | 'monthDiscount')
  | ('minStay' | 'maxStay' | 'minAdvance' | 'maxAdvance')
  | ('paymentMode' | 'depositPercent' | 'balanceDaysBefore')
> & { readonly cancellationPolicy?: { readonly terms: CancellationTerms } | null | undefined };

/** A rate plan's effect on a stay's price: per stay, and night by night. */
export interface SoldPlan {
  readonly stay: Pick<
    UnitTypeTerms,
    'weekDiscount' | 'monthDiscount' | 'window' | 'cancellation' | 'payment'
  >;
  readonly nights: NightTerms;
}

/** A rate plan as sold; `usual` are the storefront's cancellation terms, for a plan without its own. */
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
