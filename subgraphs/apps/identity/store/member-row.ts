import type { Role } from '#kit/roles.ts';

/** A team member. */
export interface MemberRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly joinedAt: Date | string;
  readonly role: Role;
  /** Properties their membership is limited to; null for all. */
  readonly propertyIds: readonly number[] | null;
}
