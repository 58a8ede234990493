import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { dueOnDay } from '../domain/host-rules.ts';
import { isDateDue, occurrenceOn } from '../domain/task-rule.ts';
import { NO_UNIT } from '../domain/task-unit.ts';
import {
  propertiesOfTeamDocument,
  type RuledStayFragment,
  ruledStaysDocument,
} from '../operations/generated.ts';
import { appliesTo, createByRule } from '../steps/create-by-rule.ts';
import { TaskRuleEntity, type TaskRuleRow } from '../store/entities.ts';
import { latestStay } from '../store/recorded-stays.ts';

/** Maximum rules per sweep; the next sweep continues. */
const BATCH = 50;

/** Interval at which a rule is applied, in milliseconds. */
export const RULE_INTERVAL_MS = 10 * 60_000;

const DAY_MS = 86_400_000;

/**
 * Creates the tasks of rules for guests in house, arrivals and dates: one per occurrence, on its day at the property.
 * Safe to repeat and to run concurrently: only the sweep that advances a rule's turn applies it. A rule that fails is
 * logged and waits for its next turn. See docs/interface/tasks.md#rules-with-checklists.
 */
export async function applyTaskRules(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const rules = await reader(ctx).find(
    TaskRuleEntity,
    { enabled: true, trigger: { $ne: 'check_out' }, nextAt: { $lte: now } },
    { orderBy: { nextAt: 'asc' }, limit: BATCH },
  );
  const nextAt = new Date(now.getTime() + RULE_INTERVAL_MS);
  for (const rule of rules) {
    const turn = { id: rule.id, nextAt: rule.nextAt };
    if ((await reader(ctx).nativeUpdate(TaskRuleEntity, turn, { nextAt })) === 0) continue;
    try {
      await (rule.trigger === 'date' ? applyOnDate(ctx, rule) : applyToStays(ctx, rule));
    } catch (error) {
      ctx.log.error({ err: error, ruleId: rule.id, teamId: rule.teamId }, 'Failed to apply a task rule');
    }
  }
}

async function applyOnDate(ctx: SubgraphContext, rule: TaskRuleRow): Promise<void> {
  const asked = { teamId: String(rule.teamId) };
  const { propertiesOfTeam } = await ctx.execute(propertiesOfTeamDocument, asked, ctx);
  for (const { id, timeZone } of propertiesOfTeam) {
    const today = dateIn(timeZone, ctx.clock.now()).toString();
    if (!rule.date || !appliesTo(rule, Number(id)) || !isDateDue(rule, today)) continue;
    const dueAt = dueOnDay('check_in', { checkIn: rule.date, checkOut: rule.date, timeZone });
    const task = { propertyId: Number(id), bookingId: null, unit: NO_UNIT, dueAt, dueOn: null };
    const occurrence = rule.date;
    await inTransaction(ctx, (em) => createByRule(ctx, em, rule, { ...task, occurrence }));
  }
}

async function applyToStays(ctx: SubgraphContext, rule: TaskRuleRow): Promise<void> {
  const now = ctx.clock.now().getTime();
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
  const range = { teamId: String(rule.teamId), from: day(-1), until: day((rule.daysBefore ?? 0) + 1) };
  let after: string | null = null;
  do {
    const { ruledStays }: { readonly ruledStays: readonly RuledStayFragment[] } = await ctx.execute(
      ruledStaysDocument,
      { ...range, after },
      ctx,
    );
    for (const stay of ruledStays) await applyToStay(ctx, rule, stay);
    after = ruledStays.at(-1)?.bookingId ?? null;
  } while (after !== null);
}

async function applyToStay(
  ctx: SubgraphContext,
  rule: TaskRuleRow,
  listed: RuledStayFragment,
): Promise<void> {
  if (!appliesTo(rule, Number(listed.propertyId))) return;
  const today = dateIn(listed.timeZone, ctx.clock.now()).toString();
  if (!occurrenceOn(rule, listed, today)) return;
  const bookingId = Number(listed.bookingId);
  await inTransaction(ctx, async (em) => {
    const known = { version: listed.version, stay: stayOfListed(listed) };
    const { stay, calledOff } = await latestStay(em, bookingId, known);
    const found = occurrenceOn(rule, { ...stay, state: listed.state }, today);
    if (calledOff || !found || !appliesTo(rule, stay.propertyId)) return;
    const { propertyId, unitTypeId, unitId, timeZone } = stay;
    const dueAt = dueOnDay('check_in', { checkIn: found.day, checkOut: found.day, timeZone });
    const dueOn = rule.trigger === 'before_arrival' ? ('check_in' as const) : null;
    const unit = { unitTypeId, unitId };
    await createByRule(ctx, em, rule, { propertyId, bookingId, unit, dueAt, dueOn, occurrence: found.key });
  });
}

function stayOfListed({ propertyId, timeZone, checkIn, checkOut, unitTypeIds, unitIds }: RuledStayFragment) {
  const [unitTypeId] = unitTypeIds.length === 1 ? unitTypeIds : [];
  const [unitId] = unitIds.length === 1 ? unitIds : [];
  return {
    propertyId: Number(propertyId),
    timeZone,
    checkIn,
    checkOut,
    unitTypeId: unitTypeId === undefined ? null : Number(unitTypeId),
    unitId: unitId === undefined ? null : Number(unitId),
  };
}
