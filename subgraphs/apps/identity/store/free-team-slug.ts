import { randomInt } from 'node:crypto';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { slugOfTeam } from '../domain/team-slug.ts';

/** A slug for a team of that name which no other team has: with four digits behind it where the name alone is taken. */
export async function freeTeamSlug(em: Transaction, name: string): Promise<string> {
  const slug = slugOfTeam(name);
  const taken = await tables(em).selectFrom('teams').select('id').where('slug', '=', slug).executeTakeFirst();
  return taken === undefined ? slug : `${slug.slice(0, 45).replace(/-$/, '')}-${randomInt(1_000, 10_000)}`;
}
