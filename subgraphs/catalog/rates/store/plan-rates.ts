import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { fingerprintOf } from '#kit/fingerprint.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import { type RefusalCode, TOO_LATE, userError } from '../../errors.ts';
import type { RateRuleInput, RatesAdjustInput, UserError } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { MAX_RATE } from '../domain/night-change.ts';
import { badCount, hasAmounts, mistakesInRule, type RuleGiven, ruleOf } from '../domain/rate-rule-input.ts';
import {
  type NamedRateChanges,
  names,
  planRates,
  type RateChange,
  type RateRule,
  YEAR_DAYS,
} from '../domain/rate-rules.ts';
import { lockNights, type NightSpan, readKnownRates, readPricedNights } from './priced-nights.ts';

/** A unit type with changed rates. */
export interface AdjustedUnitType {
  readonly id: number;
  readonly name: string;
  readonly propertyId: number;
  readonly teamId: number;
  readonly timeZone: string;
  readonly currency: string;
}

/** The changes that the rules make, with their unit types; or all the reasons for refusing the rules. */
export type PlannedRates =
  | { readonly plan: NamedRateChanges; readonly unitTypes: readonly AdjustedUnitType[] }
  | { readonly errors: readonly UserError[] };

/**
 * The changes that rate rules make to the current nights. With `lock`, the nights stay locked until the
 * transaction ends, so that exactly these changes can be written. Applies the same checks as `nightsSet` to
 * every rule (docs/interface/catalog.md#rate-rules).
 */
export async function plannedRates(
  ctx: SubgraphContext,
  db: Kysely<unknown>,
  { unitTypeIds, rules: given }: RatesAdjustInput,
  { lock }: { readonly lock: boolean },
): Promise<PlannedRates> {
  const counts = [...countError('unitTypeIds', unitTypeIds), ...countError('rules', given)];
  if (counts.length > 0) return { errors: counts };
  const rules = given.map(toRule);
  const sources = rules.flatMap(({ unitTypeId }) => unitTypeId ?? []);
  const found = await ownUnitTypes(ctx, db, [...unitTypeIds.map(toId), ...sources]);
  const unitTypes = [...new Set(unitTypeIds.map(toId))]
    .sort((a, b) => a - b)
    .flatMap((id) => found.get(id) ?? []);
  const errors = [
    ...unitTypeIds.flatMap((id, place) =>
      found.has(toId(id))
        ? []
        : [at('NOT_FOUND', ['unitTypeIds', `${place}`], 'There is no such unit type.')],
    ),
    ...rules.flatMap((rule, place) => refuseRule(ctx, rule, place, unitTypes, found)),
  ];
  if (errors.length > 0) return { errors };

  const applied = rules.map(ruleOf);
  const span = spanOf(
    unitTypes.map(({ id }) => id),
    applied,
  );
  if (lock) await lockNights(db, span);
  const nights = await readPricedNights(db, span);
  if (nights.length < unitTypes.length * (span.until - span.from + 1)) {
    const place = applied.findIndex(({ until }) => until === span.until);
    return { errors: [at('INVALID', ['rules', `${place}`, 'until'], TOO_LATE.message)] };
  }
  const copies = applied.some(({ base: { kind } }) => kind === 'unit_type' || kind === 'last_year');
  const known = copies
    ? await readKnownRates(db, {
        ...span,
        unitTypeIds: [...span.unitTypeIds, ...sources],
        from: span.from - YEAR_DAYS,
      })
    : () => undefined;
  const plan = planRates(applied, nights, known);
  const wrong = plan.changes.find(({ after }) => after < 0 || after > MAX_RATE);
  if (wrong) return { errors: [outOfBounds(applied, wrong)] };
  return { plan: { ...plan, fingerprint: fingerprintOf([...plan.changes]) ?? '' }, unitTypes };
}

const toId = (id: string): number => parseId(id) ?? 0;

/** Converts a rule for the domain; an invalid id matches no unit type. */
const toRule = ({ unitTypeId, ...rule }: RateRuleInput): RuleGiven => ({
  ...rule,
  unitTypeId: unitTypeId == null ? null : toId(unitTypeId),
});

const at = (code: RefusalCode, path: readonly string[], message: string): UserError => ({
  code,
  field: ['input', ...path],
  message,
});

function countError(field: 'unitTypeIds' | 'rules', entries: readonly unknown[]): UserError[] {
  const message = badCount(entries.length);
  return message === null ? [] : [userError('INVALID', field, message)];
}

/** All errors in a rule for these unit types. */
function refuseRule(
  ctx: SubgraphContext,
  rule: RuleGiven,
  place: number,
  unitTypes: readonly AdjustedUnitType[],
  found: ReadonlyMap<number, AdjustedUnitType>,
): UserError[] {
  const now = ctx.clock.now();
  const today = Math.max(...unitTypes.map(({ timeZone }) => todayIn(timeZone, now)), todayIn('UTC', now) - 1);
  const refuse = (field: string, message: string, code: RefusalCode = 'INVALID') =>
    at(code, ['rules', `${place}`, field], message);
  const mistakes = mistakesInRule(rule, today).map(({ field, message }) => refuse(field, message));
  const currencies = new Set(unitTypes.map(({ currency }) => currency));
  const source = rule.unitTypeId == null ? null : found.get(rule.unitTypeId);
  if (source === undefined) mistakes.push(refuse('unitTypeId', 'There is no such unit type.', 'NOT_FOUND'));
  if (source && (currencies.size > 1 || !currencies.has(source.currency))) {
    mistakes.push(
      refuse(
        'unitTypeId',
        `Its rates are in ${source.currency}. Copy from a unit type in the same currency.`,
      ),
    );
  }
  if (hasAmounts(rule) && currencies.size > 1) {
    const list = [...currencies].join(' and ');
    mistakes.push(
      refuse('base', `These unit types have different currencies (${list}). Change them separately.`),
    );
  }
  return mistakes;
}

function outOfBounds(rules: readonly RateRule[], { day, after }: RateChange): UserError {
  const place = rules.findLastIndex((rule) => names(rule, day));
  const message = `On ${dateOfEpochDay(day)} the rate would be ${after} minor units: it must be 0 to ${MAX_RATE}.`;
  return at('INVALID', ['rules', `${place}`, 'base'], message);
}

const spanOf = (unitTypeIds: readonly number[], rules: readonly RateRule[]): NightSpan => ({
  unitTypeIds,
  from: Math.min(...rules.map(({ from }) => from)),
  until: Math.max(...rules.map(({ until }) => until)),
});

/** The requested unit types in the team and the viewer's membership, by id. */
async function ownUnitTypes(
  ctx: SubgraphContext,
  db: Kysely<unknown>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AdjustedUnitType>> {
  const { rows } = await sql<AdjustedUnitType>`
    SELECT u.id, u.name, p.id AS "propertyId", s.team_id AS "teamId", p.time_zone AS "timeZone", p.currency
    FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE u.id = ANY (${[...ids]}::int[]) AND s.team_id = ${teamOf(ctx.viewer)} AND ${inReach(ctx.viewer, sql.ref('p.id'))}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
