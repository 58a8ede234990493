/** The id by which a file names something: the host's own, or one made of ours. */
export const fileId = (
  kind: 'property' | 'unit-type' | 'fee' | 'tax' | 'cancellation-policy' | 'rate-plan',
  { id, externalId }: { readonly id: number; readonly externalId?: string | null | undefined },
): string => externalId ?? `${kind}-${id}`;
