/** What a person is known by. */
export interface Person {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** First and last name with a space between. */
  readonly names: readonly string[];
}

/**
 * Custom fields without those whose value names the person: an e-mail address, a phone number or the whole name, in either case.
 * The others stay: a door code is not personal (docs/interface/bookings.md#redaction).
 */
export function withoutPerson<Field extends { readonly value: string }>(
  fields: readonly Field[],
  { emails, phones, names }: Person,
): readonly Field[] {
  const texts = [...emails, ...phones, ...names].map((text) => text.toLowerCase());
  return fields.filter(({ value }) => !texts.some((text) => value.toLowerCase().includes(text)));
}
