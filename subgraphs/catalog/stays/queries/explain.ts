import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { problemText } from '../domain/problem-texts.ts';
import type { Problem } from '../domain/problems.ts';
import type { Quote } from '../domain/quote.ts';
import type { ReadLine } from '../domain/quoted-line.ts';
import { titleOf } from '../domain/stay-item.ts';
import type { StorefrontModel } from '../read-model/model.ts';

/** A storefront whose problems are explained in its locale. */
type Explaining = Pick<StorefrontModel, 'id' | 'locale'>;

/** A problem and its line; null for all lines. */
export interface Refused {
  readonly problem: Problem;
  readonly line: ReadLine | null;
}

/** A problem's text, and the end of the first hold that prevents booking; null if no hold does. */
export interface Explanation {
  readonly text: string;
  readonly until: Date | null;
}

/** Explains a quote's problems, in order. */
export function explainQuote(
  ctx: SubgraphContext,
  storefront: Explaining,
  { problems, lines }: Pick<Quote, 'problems' | 'lines'>,
): Promise<Explanation[]> {
  return explain(
    ctx,
    storefront,
    problems.map((problem) => ({
      problem,
      line: problem.line === null ? null : (lines[problem.line] ?? null),
    })),
  );
}

/** Explains problems, in order. Queries the database only if others hold units. */
export async function explain(
  ctx: SubgraphContext,
  { id, locale }: Explaining,
  refused: readonly Refused[],
): Promise<Explanation[]> {
  const ends = await heldEnds(ctx, id, refused);
  const language = languageOf(locale);
  return refused.map(({ problem, line }, index) => {
    const until = problem.until ?? ends.get(index) ?? null;
    const text = problemText(problem, {
      title: line?.stay && line.sold ? titleOf(line.sold) : (line?.itemId ?? ''),
      withoutDates: line !== null && line.sold !== null && line.stay === null,
      heldUntil: until,
      language,
    });
    return { text, until };
  });
}

/** End of the first hold that prevents booking, by the refusal's index. */
async function heldEnds(
  ctx: SubgraphContext,
  storefrontId: number,
  refused: readonly Refused[],
): Promise<ReadonlyMap<number, Date>> {
  const wanted = refused.flatMap(({ problem, line }, index) =>
    problem.held > 0 && line?.stay ? [{ index, stay: line.stay }] : [],
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ at: number; until: string }>`
    SELECT wanted.at, min(hold.held_until) AS until
    FROM unnest(
      ${wanted.map(({ index }) => index)}::int[],
      ${wanted.map(({ stay }) => stay.unitTypeId)}::int[],
      ${wanted.map(({ stay }) => stay.checkIn.toString())}::date[],
      ${wanted.map(({ stay }) => stay.checkOut.toString())}::date[]
    ) AS wanted (at, unit_type_id, check_in, check_out)
    JOIN catalog.stay_holds hold ON hold.storefront_id = ${storefrontId} AND hold.state = 'held'
      AND wanted.unit_type_id = ANY (hold.unit_type_ids)
      AND hold.check_in < wanted.check_out AND hold.check_out > wanted.check_in
    WHERE hold.held_until > ${ctx.clock.now()}
    GROUP BY wanted.at`.execute(statements(ctx));
  return new Map(rows.map(({ at, until }) => [at, new Date(until)]));
}
