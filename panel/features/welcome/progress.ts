import type { WelcomeQuery, WelcomeStorefrontFragment } from './generated.ts';

/** A set-up step's name, in order. */
export const STEPS = ['storefront', 'property', 'unitType', 'photo', 'terms', 'payment', 'live'] as const;
export type StepName = (typeof STEPS)[number];

/** A team's finished steps, and the objects that they created. */
export interface Progress {
  readonly storefront: WelcomeStorefrontFragment | undefined;
  readonly property: Property | undefined;
  readonly unitType: Property['unitTypes'][number] | undefined;
  readonly done: Readonly<Record<StepName, boolean>>;
  /** The first step that isn't done; undefined once all are. */
  readonly next: StepName | undefined;
}

type Property = NonNullable<WelcomeQuery['properties']>['nodes'][number];

/** Returns a team's progress through the set-up steps. */
export function progressOf({ storefronts, properties }: WelcomeQuery): Progress {
  const storefront = storefronts.find(({ sandbox, status }) => !sandbox && status !== 'closed');
  const property = properties?.nodes[0];
  const unitType = property?.unitTypes[0];
  const isReady = (codes: readonly string[]) =>
    storefront?.readiness.items.every(({ code, done }) => done || !codes.includes(code)) ?? false;
  const done = {
    storefront: storefront !== undefined,
    property: property !== undefined,
    unitType: unitType !== undefined,
    photo: unitType !== undefined && isReady(['photo']),
    terms: isReady(['terms_of_service', 'privacy_policy', 'cancellation_policy']),
    payment: isReady(['way_to_pay']),
    live: storefront?.agentBookings === true,
  };
  return { storefront, property, unitType, done, next: STEPS.find((name) => !done[name]) };
}
