import { RefusedError } from '@platform/app-sdk';
import { ASSIGN, CHANGED_TASKS, SET_FIELD, TASK, TRANSITION } from './documents.js';
import { AnswerError } from './http.js';
import { createTurns } from './turns.js';
import { openUsage } from './usage.js';

/** @import { TaskStatus } from '@platform/api-types/2027-01' */
/** @import { Envelope } from '@platform/app-sdk' */
/** @import { Seen } from './documents.js' */
/** @import { Installs } from './installs.js' */
/** @import { Install, Job, Store } from './store.js' */

/** @typedef {Extract<Envelope, { topic: 'task.status_changed' }>['resource']} TaskChange */

const BUSY = ['OPEN', 'ASSIGNED', 'IN_PROGRESS'];

/** Statuses that a host can set without taking the job from the crew. */
const FURTHER = ['in_progress', 'completed', 'verified'];

/** Assigns workers to tasks. Webhooks, polls and the board all end up here. @param {{ store: Store, installs: Installs, log?: (line: string) => void }} parts */
export function openCrew({ store, installs, log = console.log }) {
  const { jobs } = store.state;
  const inTurn = createTurns();
  const usage = openUsage({ store, installs, log });
  const keyOf = (/** @type {Install} */ { team }, /** @type {string} */ taskId) => `${team}/${taskId}`;

  /** Handles a webhook. It can arrive twice, late, or after a poll that already covered it. @param {Envelope} envelope */
  async function hear({ event_id, topic, team, resource }) {
    const install = installs.of(team);
    if (!install) return;
    if (topic === 'app.settings_changed') return installs.forgetSettings(install);
    // The host may have raised the cap, or chosen another plan.
    if (topic === 'app.subscription_changed') return usage.report(install);
    if (topic === 'app.usage_near_cap') return log(`The usage of ${team} is near its cap.`);
    if (resource.type !== 'task') return;
    const taskId = String(resource.id);
    await inTurn(keyOf(install, taskId), async () => {
      if (store.hasSeen(event_id)) return;
      if (topic === 'task.assignment_requested')
        await takeOn(install, { id: taskId, taskType: resource.task_type, dueAt: resource.due_at });
      if (topic === 'task.status_changed') await follow(install, resource);
      // Only now, so that a redelivery after a failure above doesn't count as a duplicate.
      store.remember(event_id);
      await store.save();
    });
    await usage.tryReport(install);
  }

  /**
   * Books a worker and reports the assignment to the platform. Each step is saved before the next one, so a retry continues
   * where the last attempt stopped, and a known task keeps its worker.
   * @param {Install} install @param {Pick<Seen, 'id' | 'taskType' | 'dueAt'>} task
   */
  async function takeOn(install, { id: taskId, taskType, dueAt }) {
    const job = jobs[keyOf(install, taskId)] ?? newJob(install.team, taskId, taskType, dueAt);
    jobs[keyOf(install, taskId)] = job;
    if (job.stopped || job.status !== 'OPEN') return finishNote(install, job);
    job.worker ??= await leastBusy(install);
    await store.save();
    try {
      await installs.client(install).mutate(ASSIGN, {
        input: { id: taskId, assigneeType: 'external', assigneeName: job.worker },
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return standDown(install, job, error.message);
    }
    job.assigned = true;
    job.status = 'ASSIGNED';
    await store.save();
    log(`Task ${taskId} of ${install.team} goes to ${job.worker}.`);
    await finishNote(install, job);
  }

  /** Writes the worker into the task's custom field, in the app's namespace. @param {Install} install @param {Job} job */
  async function finishNote(install, job) {
    if (!job.assigned || job.noted || job.worker === null) return;
    const field = {
      taskId: job.taskId,
      namespace: install.app,
      key: 'worker',
      type: 'string',
      value: job.worker,
      visibility: /** @type {const} */ ('host'),
    };
    await installs.client(install).mutate(SET_FIELD, field);
    job.noted = true;
    await store.save();
  }

  /**
   * Gives up a job because someone else took it or the platform refused a move. The platform's state wins, the app stops
   * sending moves, and the worker is free again.
   * @param {Install} install @param {Job} job @param {string} reason
   */
  async function standDown(install, job, reason) {
    job.stopped = reason;
    job.worker = null;
    await store.save();
    const { task } = await installs.client(install).request(TASK, { id: job.taskId });
    job.status = task?.canonicalStatus ?? 'CANCELLED';
    await store.save();
    log(`Task ${job.taskId} of ${install.team} is no longer ours: ${reason}`);
  }

  /** Applies a status change. Ignores changes that the app made itself. @param {Install} install @param {TaskChange} resource */
  async function follow(install, { id, version, changed_by, canonical_status }) {
    const job = jobs[keyOf(install, String(id))];
    if (!job || version <= job.version) return;
    job.version = version;
    if (changed_by === `app:${install.app}` || job.stopped) return;
    if (FURTHER.includes(canonical_status)) {
      job.status = canonical_status.toUpperCase();
      if (canonical_status === 'completed') usage.complete(job, new Date().toISOString());
    } else await standDown(install, job, `${changed_by} set it to ${canonical_status}.`);
  }

  /** Moves a job to its next status. Completing a linen delivery requires the number of bags. @param {Install} install @param {string} taskId @param {TaskStatus} status @param {number | null} [bags] @returns {Promise<Job | undefined>} */
  async function move(install, taskId, status, bags = null) {
    const job = await inTurn(keyOf(install, taskId), async () => {
      const job = jobs[keyOf(install, taskId)];
      if (!job?.assigned || job.stopped) return job;
      if (status === 'COMPLETED' && isLinen(install, job)) await countBags(install, taskId, bags);
      try {
        await installs.client(install).mutate(TRANSITION, { id: taskId, status });
        job.status = status;
        if (status === 'COMPLETED') usage.complete(job, new Date().toISOString());
      } catch (error) {
        // A retry would be refused again.
        if (!(error instanceof RefusedError)) throw error;
        await standDown(install, job, error.message);
      }
      await store.save();
      return job;
    });
    await usage.tryReport(install);
    return job;
  }

  /** Fills in the number of bags, which the platform requires before it completes the task. @param {Install} install @param {string} taskId @param {number | null} bags */
  async function countBags(install, taskId, bags) {
    if (bags === null) throw new AnswerError(400, 'How many bags were delivered?');
    await installs.client(install).mutate(SET_FIELD, {
      taskId,
      namespace: install.app,
      key: 'bags',
      type: 'integer',
      value: String(bags),
      visibility: /** @type {const} */ ('host'),
    });
  }

  /** Processes tasks that changed while the app was down, as if their webhooks arrived now. @param {Install} install */
  async function catchUp(install) {
    installs.forgetSettings(install);
    /** @type {string | null} */
    let after = null;
    for (;;) {
      /** @type {{ since: string, after: string | null }} */
      const variables = {
        since: install.seenUntil ?? new Date(Date.now() - 86_400_000).toISOString(),
        after,
      };
      const { tasks } = await installs.client(install).request(CHANGED_TASKS, variables);
      for (const task of tasks.nodes) await inTurn(keyOf(install, task.id), () => compare(install, task));
      if (!tasks.pageInfo.hasNextPage) {
        install.seenUntil = tasks.nodes.at(-1)?.updatedAt ?? install.seenUntil;
        await store.save();
        return usage.report(install);
      }
      after = tasks.pageInfo.endCursor;
    }
  }

  /** @param {Install} install @param {Seen} task */
  async function compare(install, task) {
    const job = jobs[keyOf(install, task.id)];
    if (task.canonicalStatus === 'OPEN') {
      const { taskTypes } = await installs.settingsOf(install);
      const isOurs = taskTypes.includes(task.taskType) || task.taskType === `${install.app}/${LINEN}`;
      if (isOurs) return takeOn(install, task);
    }
    if (!job || job.stopped || job.status === task.canonicalStatus) return;
    if (task.assignedBy !== `app:${install.app}` || task.canonicalStatus === 'CANCELLED') {
      return standDown(install, job, `It is ${task.canonicalStatus}, assigned by ${task.assignedBy}.`);
    }
    // Still ours, even if the response that confirmed it was lost.
    job.assigned = true;
    job.status = task.canonicalStatus;
    if (job.status === 'COMPLETED' || job.status === 'VERIFIED') usage.complete(job, task.updatedAt);
    await finishNote(install, job);
  }

  /** Returns the team's least busy worker. @param {Install} install */
  async function leastBusy(install) {
    const { workers } = await installs.settingsOf(install);
    // The platform retries the webhook, and the host may have added workers by then.
    if (workers.length === 0) throw new Error(`${install.team} has no workers in its settings.`);
    const load = (/** @type {string} */ name) =>
      Object.values(jobs).filter(
        (job) => job.team === install.team && job.worker === name && BUSY.includes(job.status),
      ).length;
    return workers.reduce((best, name) => (load(name) < load(best) ? name : best));
  }

  return {
    hear,
    move,
    catchUp,
    /** @param {Install} install */
    jobsOf: ({ team }) => Object.values(jobs).filter((job) => job.team === team),
  };
}

/** @typedef {ReturnType<typeof openCrew>} Crew */

/** The task type in app.toml. Completing such a task requires the number of bags. */
const LINEN = 'linen_delivery';

/** Returns true if completing a job requires the number of bags. @param {Install} install @param {Job} job */
const isLinen = ({ app }, job) => job.taskType === `${app}/${LINEN}`;

/** @param {string} team @param {string} taskId @param {string} taskType @param {string | null} dueAt @returns {Job} */
const newJob = (team, taskId, taskType, dueAt) => ({
  taskId,
  taskType,
  team,
  status: 'OPEN',
  worker: null,
  assigned: false,
  noted: false,
  stopped: null,
  dueAt,
  version: 0,
});
