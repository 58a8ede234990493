import { connectToPanel } from './platform.js';

const panelOrigin = document.querySelector('meta[name="panel-origin"]')?.getAttribute('content') ?? '';
const panel = connectToPanel({ panelOrigin });
const form = document.querySelector('form');
const list = document.querySelector('ul');
const message = document.querySelector('#message');

/** @param {string} method @param {{ query?: string, body?: object }} [what] */
async function ask(method, { query = '', body } = {}) {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await panel.fetch(`/api/reviews${query}`, init);
  if (!response.ok) throw new Error(await response.text());
  show(await response.json());
}

/** @param {{ id: string, unitTypeId: string, name: string, stars: number, text: string }[]} reviews */
function show(reviews) {
  list?.replaceChildren(...reviews.map(rowOf));
  say(reviews.length === 0 ? 'No reviews yet.' : '');
}

/** @param {{ id: string, unitTypeId: string, name: string, stars: number, text: string }} review */
function rowOf({ id, unitTypeId, name, stars, text }) {
  const row = document.createElement('li');
  const by = document.createElement('p');
  by.className = 'by';
  by.textContent = `${'★'.repeat(stars)} ${name}, unit type ${unitTypeId}`;
  const words = document.createElement('p');
  words.textContent = text;
  const remove = document.createElement('button');
  remove.textContent = 'Remove';
  remove.setAttribute('aria-label', `Remove the review of ${name}`);
  remove.addEventListener('click', () => attempt(() => ask('DELETE', { query: `?id=${id}` })));
  row.append(by, words, remove);
  return row;
}

/** @param {string} text */
function say(text) {
  if (message) message.textContent = text;
}

/** @param {() => Promise<void>} action */
const attempt = (action) => action().catch((/** @type {Error} */ error) => say(error.message));

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const { unitTypeId, name, stars, text } = Object.fromEntries(new FormData(form));
  attempt(async () => {
    await ask('POST', { body: { unitTypeId, name, stars: Number(stars), text } });
    form.reset();
  });
});
await attempt(() => ask('GET'));
