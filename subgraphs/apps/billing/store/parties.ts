import type { Transaction } from '#db/transaction.ts';
import { Team } from '../../identity/store/entities.ts';
import type { StatementParty } from '../domain/statements.ts';

/** Returns a team's details for a statement: as on its invoices to guests, or only its name. */
export async function partyOf(em: Transaction, teamId: number): Promise<StatementParty> {
  const { name, legalName, address, taxId } = await em.findOneOrFail(Team, { id: teamId });
  return { name: legalName ?? name, address, taxId };
}
