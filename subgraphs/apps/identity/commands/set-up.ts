import { randomInt } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { LINK_OVER, NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { addToTeam } from '../steps/add-to-team.ts';
import { newAccountRow, unlessEmailTaken } from '../steps/new-account.ts';
import { type Started, startSession } from '../steps/start-session.ts';
import { Account, Team } from '../store/entities.ts';
import { findLink, useLink } from '../store/mail-tokens.ts';
import { hasOperator, lockSetup } from '../store/setup.ts';

export interface FirstAccount {
  /** SHA-256 of the setup link's token. */
  readonly tokenHash: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Name for the first team. */
  readonly team: string;
  readonly address: string;
  readonly userAgent?: string | null;
  readonly replaces?: string | null;
}

/** The first account's session and its team's slug, or why setup failed. */
export type SetUp = Refused & Partial<Started> & { readonly team?: string };

/**
 * Creates the platform's first account through the setup link: an operator with a confirmed address and a
 * team. Only one concurrent attempt succeeds. Refuses with `LINK_OVER`, `INVALID`, `EMAIL_TAKEN` or `BUSY`;
 * the link then still works.
 */
export async function setUp(ctx: SubgraphContext, given: FirstAccount): Promise<SetUp> {
  const { tokenHash, address, replaces = null, userAgent = null } = given;
  if (!(await findLink(ctx, 'setup', tokenHash))) return LINK_OVER;
  const name = given.team.trim();
  if (!isName(name, 100))
    return refuse('INVALID', "The team's name must have 1 to 100 visible characters.", ['team']);
  const row = await newAccountRow(ctx, { ...given, operator: true });
  if ('userErrors' in row) return row;
  const made = await unlessEmailTaken(() =>
    inTransaction(ctx, async (em) => {
      await lockSetup(em);
      const link = await useLink(ctx, em, 'setup', tokenHash);
      if (!link || (await hasOperator(em))) return LINK_OVER;
      const account = em.create(Account, row);
      const team = em.create(Team, { slug: await freeTeamSlug(em, name), name, createdAt: ctx.clock.now() });
      await em.flush();
      await addToTeam(ctx, em, { accountId: account.id, teamId: team.id }, address);
      return { accountId: account.id, team: team.slug };
    }),
  );
  if ('userErrors' in made) return made;
  const session = await startSession(ctx, made.accountId, { replaces, address, userAgent });
  return { ...session, team: made.team, userErrors: NONE };
}

/** Returns an unused slug for a team with this name, with four digits appended if the plain slug is taken. */
async function freeTeamSlug(em: Transaction, name: string): Promise<string> {
  const slug = slugOfTeam(name);
  const taken = await tables(em).selectFrom('teams').select('id').where('slug', '=', slug).executeTakeFirst();
  return taken === undefined ? slug : `${slug.slice(0, 45).replace(/-$/, '')}-${randomInt(1_000, 10_000)}`;
}

/** Suggests a slug for a team's name: 3 to 45 lower-case letters, digits and hyphens. */
function slugOfTeam(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 45)
    .replace(/^-+|-+$/g, '');
  return words.length >= 3 ? words : ['team', words].filter(Boolean).join('-');
}
