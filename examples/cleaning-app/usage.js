import { RefusedError } from '@platform/app-sdk';
import { RECORD_USAGE } from './documents.js';
import { createTurns } from './turns.js';

/** @import { Installs } from './installs.js' */
/** @import { Install, Job, Store } from './store.js' */

/** Task type that the plan charges for, and its usage key in plans.toml. */
const CHARGED_TYPE = 'cleaning';
const USAGE_KEY = 'cleaning';

/** Age after which a refused time can't be due to a clock that's ahead. */
const CLOCK_MS = 5 * 60_000;

/**
 * True if the platform will never charge for a cleaning, or already did: the host has no plan, or its plan doesn't charge
 * per cleaning, the cleaning is older than the subscription, or the app lost its record of it.
 * @param {RefusedError} error @param {string} completedAt
 */
function isSettled(error, completedAt) {
  if (error.has('NO_SUBSCRIPTION') || error.has('IDEMPOTENCY_CONFLICT')) return true;
  const fields = error.userErrors.filter(({ code }) => code === 'INVALID').map(({ field }) => field?.at(-1));
  return (
    fields.includes('usageKey') || (fields.includes('at') && Date.now() - Date.parse(completedAt) > CLOCK_MS)
  );
}

/** Reports completed cleanings, which the host pays for. @param {{ store: Store, installs: Installs, log: (line: string) => void }} parts */
export function openUsage({ store, installs, log }) {
  const inTurn = createTurns();

  /**
   * Reports all of a team's completed cleanings that aren't reported yet, oldest first. Safe to repeat: the task's id
   * is the idempotency key. A cleaning above the host's cap stays in the store, and is reported once the cap is raised
   * or the next period begins.
   * @param {Install} install
   */
  const report = (install) =>
    inTurn(install.team, async () => {
      const due = Object.values(store.state.jobs)
        .filter((job) => job.team === install.team && job.completedAt && !job.reported)
        .sort((one, other) => (one.completedAt ?? '').localeCompare(other.completedAt ?? ''));
      for (const job of due) {
        if (!(await record(install, job))) return;
        job.reported = true;
        await store.save();
      }
    });

  /** Records a cleaning; returns false if it has to wait. @param {Install} install @param {Job} job */
  async function record(install, { taskId, completedAt }) {
    const input = {
      usageKey: USAGE_KEY,
      quantity: 1,
      description: `Task ${taskId}`,
      idempotencyKey: `task-${taskId}`,
      at: completedAt ?? null,
    };
    try {
      await installs.client(install).mutate(RECORD_USAGE, { input });
      return true;
    } catch (error) {
      if (error instanceof RefusedError) {
        if (isSettled(error, completedAt ?? '')) return true;
        log(`Task ${taskId} of ${install.team} isn't charged yet: ${error.message}`);
        return false;
      }
      throw error;
    }
  }

  return {
    report,
    /** Stores that a job was completed, before it's reported. @param {Job} job @param {string} at */
    complete(job, at) {
      if (job.taskType === CHARGED_TYPE) job.completedAt ??= at;
    },
    /** Reports without failing the caller: the next poll tries again. @param {Install} install */
    async tryReport(install) {
      await report(install).catch((error) =>
        console.error(`${install.team}: usage isn't reported yet: ${error.message}`),
      );
    },
  };
}

/** @typedef {ReturnType<typeof openUsage>} Usage */
