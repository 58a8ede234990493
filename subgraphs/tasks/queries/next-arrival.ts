import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { nextArrivalsDocument } from '../operations/generated.ts';
import type { TaskRow } from '../store/columns.ts';

/** The next guests in a task's unit. */
interface Arrival {
  readonly checkIn: string;
  readonly guests: number;
  readonly arrivalTime: string | null;
}

/** Returns the next guests in a task's unit after it's due, or from now; null if there are none or no unit is known. */
export async function nextArrivalOf(
  ctx: SubgraphContext,
  { unitId, propertyId, dueAt }: Pick<TaskRow, 'unitId' | 'propertyId' | 'dueAt'>,
): Promise<Arrival | null> {
  if (unitId == null) return null;
  const at = Math.max(ctx.clock.now().getTime(), dueAt ? new Date(dueAt).getTime() : 0);
  const day = new Date(at).toISOString();
  return (await arrivals(ctx, JSON.stringify([unitId, propertyId, day]))) ?? null;
}

/** Next arrivals by unit, property and time, as JSON; one operation for a page of tasks. */
const arrivals = batch<string, Arrival>(async (ctx, keys) => {
  const units = keys.map((key) => {
    const [unitId, propertyId, at] = JSON.parse(key) as [number, number, string]; // as written above
    return { unitId: String(unitId), propertyId: String(propertyId), at };
  });
  const { nextArrivals } = await ctx.execute(nextArrivalsDocument, { units }, ctx);
  return new Map(
    nextArrivals.flatMap(({ index, checkIn, adults, children, arrivalTime }) => {
      const key = keys[index];
      const arrival = { checkIn, guests: adults + children, arrivalTime };
      return key === undefined ? [] : [[key, arrival] as const];
    }),
  );
});
