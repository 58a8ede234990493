import { connectToPanel } from './platform.js';

const panelOrigin = document.querySelector('meta[name="panel-origin"]')?.getAttribute('content') ?? '';
const panel = connectToPanel({ panelOrigin });
const table = document.querySelector('table');
const rows = document.querySelector('tbody');
const message = document.querySelector('#message');

/** Next move by status. @type {Record<string, [move: string, label: string]>} */
const NEXT = { ASSIGNED: ['start', 'Start'], IN_PROGRESS: ['finish', 'Finish'] };

/** @param {string} method @param {object} [body] */
async function ask(method, body) {
  const response = await panel.fetch('/api/jobs', { method, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** @param {string} text @param {boolean} [busy] */
function say(text, busy = false) {
  if (message) message.textContent = text;
  document.body.ariaBusy = String(busy);
}

async function show() {
  const { jobs } = await ask('GET');
  rows?.replaceChildren(...jobs.map(rowOf));
  if (table) table.hidden = jobs.length === 0;
  say(jobs.length === 0 ? 'Nothing to do yet.' : '');
}

/** @param {{ taskId: string, taskType?: string, dueAt: string | null, worker: string | null, status: string, stopped: string | null }} job */
function rowOf({ taskId, taskType = '', dueAt, worker, status, stopped }) {
  const row = document.createElement('tr');
  const due = dueAt
    ? new Date(dueAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : 'any time';
  const isLinen = taskType.endsWith('/linen_delivery');
  const kind = isLinen ? 'Linen delivery' : taskType;
  for (const text of [taskId, kind, due, worker ?? '–', stopped ? `${status} (${stopped})` : status]) {
    row.insertCell().textContent = text;
  }
  const next = stopped ? undefined : NEXT[status];
  if (next) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = next[1];
    button.ariaLabel = `${next[1]} task ${taskId}`;
    const bags = isLinen && next[0] === 'finish' ? bagsInput(taskId) : null;
    button.addEventListener('click', () => {
      if (bags && !bags.reportValidity()) return undefined;
      const move = { task_id: taskId, move: next[0], ...(bags && { bags: bags.valueAsNumber }) };
      return run(() => ask('POST', move).then(show));
    });
    row.insertCell().append(...(bags ? [bags, button] : [button]));
  } else {
    row.insertCell();
  }
  return row;
}

/** Creates an input for the number of bags, which the platform requires before it completes the task. @param {string} taskId */
function bagsInput(taskId) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', min: '0', step: '1', required: true, placeholder: 'Bags' });
  input.ariaLabel = `Bags delivered for task ${taskId}`;
  return input;
}

/** @param {() => Promise<void>} work */
async function run(work) {
  say('One moment…', true);
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

await run(show);
