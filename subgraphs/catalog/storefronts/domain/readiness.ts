/** What is known of a storefront when it is asked whether it can go live. */
export interface ReadinessFacts {
  readonly storefrontId: number;
  /** A property that is not archived, where the host goes on; null where there is none. */
  readonly propertyId: number | null;
  /** Whether a unit type is on sale with units and a rate. */
  readonly sellsSomething: boolean;
  /** A property that sells something and has no place or no country; null where there is none. */
  readonly withoutAddress: number | null;
  /** A property that sells something and shows no photo, of itself or of what it sells; null where there is none. */
  readonly withoutPhoto: number | null;
  /** Whether its stays are sold with a cancellation policy. */
  readonly hasCancellation: boolean;
  /** Kinds of the policy pages that are written. */
  readonly policies: readonly string[];
  /** Whether anything is paid before the guests arrive; what is paid at the property needs no method. */
  readonly prepaid: boolean;
  /** Whether a guest is offered a built-in payment method or a payment app. */
  readonly hasWayToPay: boolean;
}

/** One thing that a storefront needs. */
export interface ReadinessItem {
  readonly code: string;
  readonly done: boolean;
  readonly required: boolean;
  readonly hint: string;
  readonly path: string;
}

/** Everything a storefront needs before it can go live, in the order in which it is usually done. */
export function readinessOf(facts: ReadinessFacts): readonly ReadinessItem[] {
  const section = (propertyId: number | null, name: string) => {
    const id = propertyId ?? facts.propertyId;
    return id === null ? '/panel/properties' : `/panel/properties/${id}#${name}`;
  };
  const storefront = `/panel/storefront?storefront=${facts.storefrontId}`;
  const hasPage = (kind: string) => facts.policies.includes(kind);
  return [
    {
      code: 'unit_type',
      done: facts.sellsSomething,
      required: true,
      hint: 'Add a property with a unit type that is on sale, with at least one unit and a rate above zero.',
      path: section(null, 'unit-types'),
    },
    {
      code: 'address',
      done: facts.sellsSomething && facts.withoutAddress === null,
      required: true,
      hint: 'Give every property that sells something its address: at least the place and the country.',
      path: section(facts.withoutAddress, 'address'),
    },
    {
      code: 'photo',
      done: facts.sellsSomething && facts.withoutPhoto === null,
      required: true,
      hint: 'Add a photo to every property that sells something, or to one of its unit types.',
      path: section(facts.withoutPhoto, 'photos'),
    },
    {
      code: 'cancellation_policy',
      done: facts.hasCancellation,
      required: true,
      hint: 'Write a cancellation policy: what guests who cancel pay.',
      path: `/panel/cancellation?storefront=${facts.storefrontId}`,
    },
    {
      code: 'terms_of_service',
      done: hasPage('terms_of_service'),
      required: true,
      hint: 'Write the terms of a stay: guests agree to them when they book.',
      path: storefront,
    },
    {
      code: 'privacy_policy',
      done: hasPage('privacy_policy'),
      required: true,
      hint: 'Write what you do with what guests give you about themselves.',
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

/** What is still required before it can go live. */
export const missingOf = (items: readonly ReadinessItem[]): readonly ReadinessItem[] =>
  items.filter(({ done, required }) => required && !done);
