import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { propertiesOfTeamDocument } from '../operations/generated.ts';
import { createRepeated } from '../steps/follow-rules.ts';
import { tables } from '../store/tables.ts';

/** Maximum rows per sweep; the next sweep continues. */
const BATCH = 100;

interface Repeating {
  readonly teamId: number;
  readonly taskType: string;
  readonly offsetMs: number;
  /** Null if the rule was just enabled. */
  readonly nextMs: number | null;
}

/**
 * Applies repeating rules: creates one task at each of the team's properties, unless its last one is
 * unfinished. The first tasks are created one interval after enabling the rule. Safe to repeat and to run
 * concurrently: only the sweep that advances a rule's turn creates its tasks. A rule that fails is logged, and the
 * next sweep tries it again.
 */
export async function repeatRules(ctx: SubgraphContext): Promise<void> {
  const { rows } = await sql<Repeating>`
    SELECT type.team_id::float8 AS "teamId", type.key AS "taskType", (rule->>'offsetMs')::float8 AS "offsetMs",
      (extract(epoch FROM turn.next_at) * 1000)::float8 AS "nextMs"
    FROM tasks.task_type type
    CROSS JOIN jsonb_array_elements(type.rules) AS rule
    LEFT JOIN tasks.rule_turn turn ON turn.team_id = type.team_id AND turn.task_type = type.key
    WHERE type.rules @> '[{"trigger": "every", "enabled": true}]' AND type.state = 'enabled'
      AND rule->>'trigger' = 'every' AND (turn.next_at IS NULL OR turn.next_at <= ${ctx.clock.now()})
    LIMIT ${BATCH}`.execute(statements(ctx));
  for (const rule of rows) {
    try {
      await repeat(ctx, rule);
    } catch (error) {
      const { teamId, taskType } = rule;
      ctx.log.error({ err: error, teamId, taskType }, 'Failed to apply a repeating rule');
    }
  }
}

async function repeat(
  ctx: SubgraphContext,
  { teamId, taskType, offsetMs, nextMs }: Repeating,
): Promise<void> {
  const next = new Date(ctx.clock.now().getTime() + offsetMs);
  if (nextMs === null) {
    await sql`INSERT INTO tasks.rule_turn (team_id, task_type, next_at) VALUES (${teamId}, ${taskType}, ${next})
      ON CONFLICT DO NOTHING`.execute(statements(ctx));
    return;
  }
  const at = new Date(nextMs);
  const { propertiesOfTeam: properties } = await ctx.execute(
    propertiesOfTeamDocument,
    { teamId: String(teamId) },
    ctx,
  );
  await inTransaction(ctx, async (em) => {
    const db = statements(em);
    const { rows } = await sql`
      UPDATE tasks.rule_turn SET next_at = ${next}
      WHERE team_id = ${teamId} AND task_type = ${taskType} AND next_at = ${at} RETURNING 1`.execute(db);
    if (rows.length === 0) return;
    const waiting = await tables(em)
      .selectFrom('task')
      .select('propertyId')
      .where('teamId', '=', teamId)
      .where('taskType', '=', taskType)
      .where('madeBy', 'like', 'every:%')
      .where('status', 'in', ['OPEN', 'ASSIGNED', 'IN_PROGRESS'])
      .execute();
    const busy = new Set(waiting.map(({ propertyId }) => propertyId));
    for (const propertyId of properties.map(({ id }) => Number(id)).filter((id) => !busy.has(id))) {
      await createRepeated(ctx, em, { teamId, taskType, propertyId, at });
    }
  });
}
