import { countIn } from '#kit/language.ts';
import type { PaymentEffect, PaymentMethodKind } from './generated.ts';
import type { Visit } from './visit.ts';

/** A built-in payment method, as offered. */
export interface BuiltIn {
  readonly kind: PaymentMethodKind;
  readonly effect: PaymentEffect | null;
  readonly holdHours: number | null;
}

/** Explains the effect on the booking if a guest chooses a method. */
export function promiseOf(visit: Visit, { kind, effect, holdHours }: BuiltIn): string {
  const { confirmed, held } = visit.words.payment.methods[kind];
  return effect === 'confirm' ? confirmed : held(duration(visit, holdHours));
}

/** Formats `72` hours for people: "3 days". */
function duration({ language, words }: Visit, hours: number | null): string {
  if (hours === null) return words.payment.someTime;
  return hours % 24 === 0 && hours > 24
    ? countIn(language, hours / 24, words.days)
    : countIn(language, hours, words.hours);
}
