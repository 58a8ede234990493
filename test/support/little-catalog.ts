import { createHash } from 'node:crypto';
import { makeSubgraph, type Subgraph } from '#kit/subgraph.ts';
import { subgraphSdl } from '#schema/sdl.ts';
import type { QuoteFragment } from '#subgraphs/checkout/operations/generated.ts';

type Line = { readonly itemId: string; readonly quantity: number };

/** A catalog controlled by tests: one unit type, a stock, a price, and faults before or after a hold. */
export interface LittleCatalog {
  readonly subgraph: Subgraph;
  /** An item it sells; `nights` other than 3 produce an item with other dates. */
  readonly item: (nights?: number) => string;
  stock: number;
  priceMinor: number;
  /** Awaited before a hold is processed. */
  beforeHold: () => Promise<void>;
  /** Awaited after a hold is taken, before its response: throwing loses the response. */
  afterHold: () => Promise<void>;
  /** Units held or confirmed, by hold. */
  readonly holds: Map<string, { readonly units: number; confirmed: boolean }>;
}

const ITEM = /^stay:7:2026-03-01:(2026-03-\d\d):2:0$/;

/** Creates a catalog with plenty of units at 100.00 a night. */
export function makeLittleCatalog(): LittleCatalog {
  const catalog: LittleCatalog = {
    subgraph: makeSubgraph('catalog', subgraphSdl('catalog'), {
      Query: { stayQuote: (_: unknown, { lines }: { lines: readonly Line[] }) => quote(lines) },
      Mutation: {
        stayHold: (_: unknown, { input }: { input: HoldInput }) => hold(input),
        stayRelease: (_: unknown, { holdId }: { holdId: string }) => catalog.holds.delete(holdId),
        stayConfirm: (_: unknown, { holdId }: { holdId: string }) => confirm(holdId),
      },
    }),
    item: (nights = 3) => `stay:7:2026-03-01:2026-03-0${1 + nights}:2:0`,
    stock: 1_000,
    priceMinor: 10_000,
    beforeHold: async () => {},
    afterHold: async () => {},
    holds: new Map(),
  };

  interface HoldInput {
    readonly holdId: string;
    readonly lines: readonly Line[];
    readonly fingerprint: string;
  }

  const taken = () => [...catalog.holds.values()].reduce((sum, { units }) => sum + units, 0);

  async function hold({ holdId, lines, fingerprint }: HoldInput) {
    await catalog.beforeHold();
    const now = quote(lines);
    if (!catalog.holds.has(holdId)) {
      if (now.problems.length > 0 || now.fingerprint !== fingerprint) return { held: false, quote: now };
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      catalog.holds.set(holdId, { units, confirmed: false });
    }
    await catalog.afterHold();
    return { held: true, quote: now };
  }

  function confirm(holdId: string): boolean {
    const held = catalog.holds.get(holdId);
    if (held) held.confirmed = true;
    return held !== undefined;
  }

  function quote(lines: readonly Line[]): QuoteFragment {
    const priced = lines.map(({ itemId, quantity }) => {
      const checkOut = ITEM.exec(itemId)?.[1] ?? null;
      const nights = checkOut ? Number(checkOut.slice(-2)) - 1 : 0;
      const base = nights * quantity * catalog.priceMinor;
      return {
        itemId,
        quantity,
        unitTypeId: checkOut && '7',
        propertyId: checkOut && '3',
        title: checkOut ? 'Lake Suite' : '',
        checkIn: checkOut && '2026-03-01',
        checkOut,
        adults: checkOut ? 2 : null,
        children: checkOut ? 0 : null,
        base,
        nightly: checkOut ? Array.from({ length: nights }, () => quantity * catalog.priceMinor) : null,
        net: null,
        droppedFees: null,
        discount: 0,
        subtotal: base,
        tax: 0,
        total: base,
        ratePlan: null,
        cancellation: null,
      };
    });
    const total = priced.reduce((sum, line) => sum + line.total, 0);
    const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const left = catalog.stock - taken();
    const problem = (code: 'item_unavailable' | 'out_of_stock' | 'invalid', line: number | null) => ({
      code,
      line,
      limit: code === 'out_of_stock' ? Math.max(0, left) : null,
      nearest: [],
      reason: null,
    });
    return {
      currency: 'USD',
      checkIn: priced[0]?.checkIn ?? null,
      checkOut: priced[0]?.checkOut ?? null,
      timeZone: 'Europe/Zurich',
      lines: priced,
      entries: [{ kind: 'subtotal', label: 'Accommodation', amount: total }],
      total,
      dueAtProperty: [],
      payment: { mode: 'now', dueNow: total, balanceDueOn: null },
      extras: [],
      fingerprint: createHash('sha256').update(JSON.stringify(priced)).digest('hex'),
      test: false,
      locale: 'en',
      problems: [
        ...(new Set(priced.map(({ checkOut }) => checkOut)).size > 1 ? [problem('invalid', null)] : []),
        ...priced.flatMap(({ checkOut }, line) => (checkOut ? [] : [problem('item_unavailable', line)])),
        ...(wanted > left ? [problem('out_of_stock', 0)] : []),
      ],
    };
  }
  return catalog;
}
