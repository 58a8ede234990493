/** Facts that decide whether a storefront is ready to go live. */
export interface ReadinessFacts {
  readonly storefrontId: number;
  /** An active property for the host to complete, or null. */
  readonly propertyId: number | null;
  /** True if a unit type is on sale with units and a rate. */
  readonly sellsSomething: boolean;
  /** A property on sale that has no locality or country, or null if there is none. */
  readonly withoutAddress: number | null;
  /** A property on sale without a photo of its own or of any of its unit types, or null if there is none. */
  readonly withoutPhoto: number | null;
  /** True if the storefront has a default cancellation policy. */
  readonly hasCancellation: boolean;
  /** Kinds of existing policy pages. */
  readonly policies: readonly string[];
  /** True if any unit type requires payment before arrival; payment at the property needs no payment method. */
  readonly prepaid: boolean;
  /** True if guests have a built-in payment method or a payment app. */
  readonly hasWayToPay: boolean;
}

/** A requirement that a storefront must meet to go live. */
export interface ReadinessItem {
  readonly code: string;
  readonly done: boolean;
  readonly required: boolean;
  readonly hint: string;
  readonly path: string;
}

/** All requirements for going live, in their usual order. */
export function readinessOf(facts: ReadinessFacts): readonly ReadinessItem[] {
  const section = (propertyId: number | null, name: string) => {
    const id = propertyId ?? facts.propertyId;
    return id === null ? '/panel/properties' : `/panel/properties/${id}#${name}`;
  };
  const storefront = `/panel/site?storefront=${facts.storefrontId}`;
  const hasPage = (kind: string) => facts.policies.includes(kind);
  return [
    {
      code: 'unit_type',
      done: facts.sellsSomething,
      required: true,
      hint: 'Add a property with a unit type on sale that has at least one unit and a rate above zero.',
      path: section(null, 'unit-types'),
    },
    {
      code: 'address',
      done: facts.sellsSomething && facts.withoutAddress === null,
      required: true,
      hint: 'Give every property with a unit type on sale an address: at least the place and the country.',
      path: section(facts.withoutAddress, 'address'),
    },
    {
      code: 'photo',
      done: facts.sellsSomething && facts.withoutPhoto === null,
      required: true,
      hint: 'Add a photo to every property with a unit type on sale, or to one of its unit types.',
      path: section(facts.withoutPhoto, 'photos'),
    },
    {
      code: 'cancellation_policy',
      done: facts.hasCancellation,
      required: true,
      hint: 'Write a cancellation policy: what guests pay if they cancel.',
      path: `/panel/rates/cancellation?storefront=${facts.storefrontId}`,
    },
    {
      code: 'terms_of_service',
      done: hasPage('terms_of_service'),
      required: true,
      hint: 'Write your terms: guests agree to them when they book.',
      path: storefront,
    },
    {
      code: 'privacy_policy',
      done: hasPage('privacy_policy'),
      required: true,
      hint: 'Write your privacy policy: how you use guests’ data.',
      path: storefront,
    },
    {
      code: 'way_to_pay',
      done: facts.hasWayToPay || !facts.prepaid,
      required: true,
      hint: 'Choose how guests pay: at the property, by bank transfer, or through a payment app.',
      path: storefront,
    },
  ];
}

/** Requirements still missing. */
export const missingOf = (items: readonly ReadinessItem[]): readonly ReadinessItem[] =>
  items.filter(({ done, required }) => required && !done);
