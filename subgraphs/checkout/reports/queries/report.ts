import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import type { ReportGroup, ReportInput } from '../../generated.ts';
import {
  type Availability,
  countUnitNights,
  irregularTypes,
  NO_UNITS,
  type UnitNights,
} from '../domain/availability.ts';
import type { Dimension } from '../domain/cells.ts';
import { type Labels, labelsOf } from '../domain/labels.ts';
import { isMoney, type MetricValue, needsUnits, valuesOf } from '../domain/metrics.ts';
import { comparedPeriod, daysOf, isTime, type Period, timeKey, timeLabel } from '../domain/periods.ts';
import type { ReportedUnitsFragment } from '../operations/generated.ts';
import { unitsOn } from '../operations/report-units.ts';
import { oneCurrency } from './one-currency.ts';
import { readProperties, readRange } from './report-input.ts';
import { type AskedSales, type GroupSales, readingSales, type SalesReader } from './sales.ts';

/** A report's row. */
interface Row {
  readonly key: string;
  readonly label: string;
  readonly values: readonly MetricValue[];
}

/** A report. */
export interface Reported {
  readonly rows: readonly Row[];
  readonly totals: readonly MetricValue[];
  readonly comparison: readonly MetricValue[];
}

/** A period's units and sales. */
interface Facts {
  readonly units: Availability | null;
  readonly sales: readonly GroupSales[];
}

/**
 * Returns a report about the team's sales. Throws `BAD_USER_INPUT` for an invalid argument, `MIXED_CURRENCIES` if amounts
 * in several currencies would be added up. See docs/interface/reports.md.
 */
export async function report(ctx: SubgraphContext, input: ReportInput): Promise<Reported> {
  const groupBy = input.groupBy ?? null;
  const metrics = [...new Set(input.metrics)];
  if (metrics.length === 0) throw badInput('`metrics` needs at least one metric.');
  const period = readRange(input, { isDaily: groupBy === 'day' });
  const propertyIds = readProperties(input.propertyIds);
  const compared = comparedPeriod(period, input.compare);
  const units = await unitsOn(ctx, period, propertyIds);
  const hasUnits = input.basis === 'stay' && metrics.some(needsUnits);
  const unitsBefore = compared && hasUnits ? await unitsOn(ctx, compared, propertyIds) : units;
  const { basis } = input;
  const [now, before] = await readingSales(ctx, propertyIds, async (sales) => [
    await factsOf(sales, { ...groupOf(groupBy), basis, period }, hasUnits ? units : null),
    compared &&
      (await factsOf(
        sales,
        { dimension: 'property', by: null, basis, period: compared },
        hasUnits ? unitsBefore : null,
      )),
  ]);
  const hasMoney = metrics.some(isMoney);
  const sumUp = ({ units: counted, sales }: Facts) =>
    valuesOf(
      metrics,
      { ...summed(sales), units: counted?.total ?? NO_UNITS },
      {
        basis,
        currency: hasMoney ? currencyOf(sales, units) : null,
      },
    );
  const totals = sumUp(now);
  const currency = totals.find(({ metric }) => isMoney(metric))?.currency ?? null;
  const rows = groupsOf(groupBy, period, now, units).map(({ key, label, sales, units: own }) => ({
    key,
    label,
    values: valuesOf(metrics, { ...summed(sales), units: own }, { basis, currency }),
  }));
  return { rows, totals, comparison: before ? sumUp(before) : [] };
}

/** Returns the sums to read for a division into rows. */
function groupOf(groupBy: ReportGroup | null): Pick<AskedSales, 'dimension' | 'by'> {
  if (isTime(groupBy)) return { dimension: 'property', by: 'day' };
  if (groupBy === 'property') return { dimension: 'property', by: 'propertyId' };
  if (groupBy === null) return { dimension: 'property', by: null };
  return { dimension: groupBy satisfies Dimension, by: 'key' };
}

async function factsOf(
  sales: SalesReader,
  asked: AskedSales,
  units: ReportedUnitsFragment | null,
): Promise<Facts> {
  const found = await sales.sums(asked);
  if (!units) return { units: null, sales: found };
  const sold = await sales.soldByType({ period: asked.period, keys: irregularTypes(units) });
  return { units: countUnitNights(units, asked.period, sold), sales: found };
}

const summed = (sales: readonly GroupSales[]) => ({
  sold: sales.reduce((sum, { sold }) => sum + sold, 0),
  revenue: sales.reduce((sum, { revenue }) => sum + revenue, 0),
});

/** Returns the only currency that sales or, without sales, properties have; null if they have several. */
function currencyOf(sales: readonly GroupSales[], { unitTypes }: ReportedUnitsFragment): string | null {
  const sold = oneCurrency(
    sales.map(({ currency }) => currency),
    'Amounts',
  );
  const usual = [...new Set(unitTypes.map(({ currency }) => currency))];
  return sold ?? (usual.length === 1 ? (usual[0] ?? null) : null);
}

/** A row's sales and units. */
interface Group {
  readonly key: string;
  readonly label: string;
  readonly sales: readonly GroupSales[];
  readonly units: UnitNights;
}

/** Divides a report's sales and units into rows, in order. */
function groupsOf(
  groupBy: ReportGroup | null,
  period: Period,
  { units, sales }: Facts,
  reported: ReportedUnitsFragment,
): readonly Group[] {
  const total = units?.total ?? NO_UNITS;
  if (groupBy === null) return [{ key: 'total', label: 'Total', sales, units: total }];
  if (isTime(groupBy)) {
    const days = Map.groupBy(daysOf(period), (day) => timeKey(day, groupBy));
    const sold = Map.groupBy(sales, ({ group }) => timeKey(group, groupBy));
    return [...days].map(([key, own]) => ({
      key,
      label: timeLabel(key, groupBy),
      sales: sold.get(key) ?? [],
      units: added(own.map((day) => units?.byDay.get(day) ?? NO_UNITS)),
    }));
  }
  const labels = labelsOf(groupBy, reported);
  const counted = { property: units?.byProperty, unit_type: units?.byUnitType }[String(groupBy)];
  const sold = Map.groupBy(sales, ({ group }) => labels.keyOf(group));
  return keysOf(labels, [...sold.keys()]).map((key) => ({
    key,
    label: labels.labelOf(key),
    sales: sold.get(key) ?? [],
    units: groupBy === 'property' || groupBy === 'unit_type' ? (counted?.get(key) ?? NO_UNITS) : total,
  }));
}

/** Returns the keys in their labels' order, then others that were sold, by key. */
const keysOf = ({ keys }: Labels, sold: readonly string[]): readonly string[] => [
  ...keys,
  ...sold.filter((key) => !keys.includes(key)).sort(),
];

const added = (units: readonly UnitNights[]): UnitNights =>
  units.reduce(
    (sum, { available, all }) => ({ available: sum.available + available, all: sum.all + all }),
    NO_UNITS,
  );
