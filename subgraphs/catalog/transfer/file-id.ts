/** An id in a file: the host's own, or one derived from ours. */
export const fileId = (
  kind: 'property' | 'unit-type' | 'fee' | 'tax' | 'cancellation-policy' | 'rate-plan' | 'task-rule',
  { id, externalId }: { readonly id: number | string; readonly externalId?: string | null | undefined },
): string => externalId ?? `${kind}-${id}`;
