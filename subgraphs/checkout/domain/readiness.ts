import { z } from 'zod';
import { hasCardNumber } from '#kit/card-numbers.ts';
import { isEmail } from '#kit/email.ts';
import { isName } from '#kit/names.ts';
import { MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { Buyer } from '../store/entities.ts';
import { MASK } from './masking.ts';

/** A buyer field that can prevent a session from being ready. */
export type BuyerField = keyof Buyer;

/** An error in the buyer: missing entirely, or one field missing, too long or malformed. */
export type BuyerFault =
  | { readonly kind: 'absent' }
  | { readonly kind: 'missing' | 'malformed'; readonly field: BuyerField };

/** Sessions store card numbers masked, so text with the mask is refused too. */
const isWithoutCard = (text: string): boolean => !text.includes(MASK) && !hasCardNumber(text);

/** A person's name with visible characters only. */
const name = z
  .string()
  .trim()
  .max(MAX_NAME)
  .refine((text) => isName(text, MAX_NAME) && isWithoutCard(text));
const phone = z
  .string()
  .max(MAX_PHONE)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .refine(isWithoutCard);

const FIELDS = {
  firstName: name,
  lastName: name,
  email: z.string().refine(isEmail),
  phoneNumber: phone.nullable(),
} as const satisfies Record<BuyerField, z.ZodType>;

/**
 * Returns the buyer's errors by field; empty if the buyer can book. See docs/interface/checkout.md#buyer
 * (first name, last name and a valid email address are required, the phone number is not).
 */
export function buyerFaults(buyer: Buyer | null): readonly BuyerFault[] {
  if (buyer === null || Object.values(buyer).every(isBlank)) return [{ kind: 'absent' }];
  const fields = Object.keys(FIELDS) as BuyerField[]; // FIELDS has exactly these keys
  return fields.flatMap((field): BuyerFault[] => {
    const value = buyer[field];
    if (FIELDS[field].safeParse(value).success) return [];
    return [{ kind: isBlank(value) ? 'missing' : 'malformed', field }];
  });
}

const isBlank = (value: string | null) => value === null || value.trim() === '';
