/** Someone on a team. */
export interface MemberRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly joinedAt: Date | string;
}
