import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '#kit/unavailable.ts';
import type { SubgraphContext } from './context.ts';
import { type WorkKind, withinBudget } from './limits/work-budget.ts';

/** A waiting item, with the team charged for it. */
export interface TeamItem {
  readonly id: number;
  readonly teamId: number;
}

/** Items that a look must leave out. */
export interface LeftOut {
  /** Teams without a turn now. */
  readonly teams: readonly number[];
  /** Items in progress in this process. */
  readonly ids: readonly number[];
}

/** Work charged to the team's hour, or work whose parts are charged separately. */
type Account =
  | { readonly kind: WorkKind /** One item's limit, charged before it begins. */; readonly mostMs: number }
  | { readonly kind: 'transfers'; readonly mostMs: null };

export type TeamTurnsOptions = Account & {
  /** Items processed at the same time in one process, and how many may belong to one team. */
  readonly slots: number;
  readonly slotsPerTeam: number;
};

/** The work's statements and command. */
export interface TeamWorker {
  /** Returns each team's first due item. */
  readonly waiting: (ctx: SubgraphContext, leftOut: LeftOut) => Promise<readonly TeamItem[]>;
  /** Claims and processes an item; does nothing if another process was quicker. */
  readonly run: (ctx: SubgraphContext, id: number) => Promise<void>;
}

/** Work that teams share, done in turn: one team's many or slow items don't delay another team's. */
export interface TeamTurns {
  /** Starts due items in free slots, and again whenever one ends. Call it when something may be due. */
  readonly look: (ctx: SubgraphContext, worker: TeamWorker) => Promise<void>;
  /** Resolves once no item is in progress. */
  readonly idle: () => Promise<void>;
  /**
   * Starts no more items and gives running ones a few seconds; after that their claims lapse, and another
   * process takes them.
   */
  readonly close: () => Promise<void>;
}

const GRACE_MS = 5_000;

/** Opens the turns. The database has the items, claims and attempts, so several processes share the work. */
export function openTeamTurns({ slots, slotsPerTeam, ...account }: TeamTurnsOptions): TeamTurns {
  const { kind } = account;
  const underWay = new Map<number, { readonly teamId: number; readonly ends: Promise<void> }>();
  /** By team, ordered by their last turn. */
  const turns = new Map<number, number>();
  /** Teams whose hour is used up, with its end. */
  const spentUntil = new Map<number, number>();
  let turn = 0;
  let isClosed = false;
  let isLooking = false;
  let again = false;

  function teamsLeftOut(): readonly number[] {
    const now = performance.now();
    for (const [teamId, until] of spentUntil) if (until <= now) spentUntil.delete(teamId);
    const counts = new Map<number, number>();
    for (const { teamId } of underWay.values()) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
    const full = [...counts].flatMap(([teamId, count]) => (count >= slotsPerTeam ? [teamId] : []));
    return [...new Set([...full, ...spentUntil.keys()])];
  }

  async function look(ctx: SubgraphContext, worker: TeamWorker): Promise<void> {
    again = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (again && !isClosed && underWay.size < slots) {
        again = false;
        const items = await worker.waiting(ctx, { teams: teamsLeftOut(), ids: [...underWay.keys()] });
        const inTurn = items.toSorted((a, b) => (turns.get(a.teamId) ?? 0) - (turns.get(b.teamId) ?? 0));
        for (const item of inTurn.slice(0, slots - underWay.size)) start(ctx, worker, item);
        again ||= items.length > 0;
      }
    } finally {
      isLooking = false;
    }
  }

  function start(ctx: SubgraphContext, worker: TeamWorker, { id, teamId }: TeamItem): void {
    turn += 1;
    turns.set(teamId, turn);
    const ends = run(ctx, worker, { id, teamId })
      .catch((error: unknown) => {
        // Its claim lapses, and it's taken again.
        if (!isUnavailable(error))
          ctx.log.error({ err: error, kind, id, teamId }, 'Failed to work on an item');
      })
      .finally(() => {
        underWay.delete(id);
        look(ctx, worker).catch((error: unknown) =>
          ctx.log.warn({ err: error, kind }, 'Failed to look for due items'),
        );
      });
    underWay.set(id, { teamId, ends });
  }

  async function run(ctx: SubgraphContext, worker: TeamWorker, { id, teamId }: TeamItem): Promise<void> {
    if (account.mostMs === null) return worker.run(ctx, id);
    const outcome = await withinBudget(ctx, { teamId, ...account, run: () => worker.run(ctx, id) });
    if ('againInMs' in outcome) spentUntil.set(teamId, performance.now() + outcome.againInMs);
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ ends }) => ends));
  }

  return {
    look,
    idle,
    async close() {
      isClosed = true;
      await Promise.race([idle(), sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}
