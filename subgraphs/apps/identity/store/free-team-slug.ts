import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import { slugOfTeam } from '../domain/team-slug.ts';

/** A slug for a team of that name which no other team has: with four digits behind it where the name alone is taken. */
export async function freeTeamSlug(em: Transaction, name: string): Promise<string> {
  const slug = slugOfTeam(name);
  const { rows } = await sql`SELECT 1 FROM apps.teams WHERE slug = ${slug}`.execute(em.getKysely<unknown>());
  return rows.length === 0 ? slug : `${slug.slice(0, 45).replace(/-$/, '')}-${randomInt(1_000, 10_000)}`;
}
