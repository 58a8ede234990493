import { connectToPanel } from './platform.js';

const panelOrigin = document.querySelector('meta[name="panel-origin"]')?.getAttribute('content') ?? '';
const message = document.querySelector('#message');

document.querySelector('button')?.addEventListener('click', async () => {
  try {
    const token = await connectToPanel({ panelOrigin }).refresh();
    location.replace(`/board?${new URLSearchParams({ session: token })}`);
  } catch (error) {
    if (message) message.textContent = error instanceof Error ? error.message : String(error);
  }
});
