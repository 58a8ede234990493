import type { Mistake } from '../domain/night-change.ts';
import type { UserError } from '../generated.ts';

/** Why a host's mutation did nothing; `field` is the path in `input`. */
export function userError(
  code: 'NOT_FOUND' | 'INVALID' | 'IN_USE',
  field: string | null,
  message: string,
): UserError {
  return { code, field: field === null ? null : ['input', field], message };
}

/** A mistake in a change of nights as its userError. */
export const mistaken = ({ field, message }: Mistake): UserError => userError('INVALID', field, message);
