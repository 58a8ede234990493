// Exchanges messages with app frames on this page (docs/interface/injections.md#messages), only with each frame's own origin.
const frames = [...document.querySelectorAll('iframe[data-placement]')];
const originOf = (frame) => new URL(frame.src).origin;
const tell = (frame, message) => frame.contentWindow?.postMessage(message, originOf(frame));

const asked = new URLSearchParams(location.search);
const count = (name) => (asked.has(name) ? Number(asked.get(name)) : null);
const context = () => ({
  type: 'platform:context',
  check_in: asked.get('check_in'),
  check_out: asked.get('check_out'),
  party: { adults: count('adults'), children: count('children') },
});

// Content in view never moves: a frame's space shrinks or grows only if its bottom edge is below the viewport.
const wanted = new Map();
function resize(frame) {
  const height = wanted.get(frame);
  const box = frame.parentElement;
  const { bottom, height: reserved } = box.getBoundingClientRect();
  const isUnseen = Math.min(bottom, bottom - reserved + height) >= innerHeight;
  if (height > reserved && !isUnseen) return;
  frame.style.height = `${height}px`;
  box.style.minHeight = isUnseen ? '' : `${reserved}px`;
  if (isUnseen) wanted.delete(frame);
}
addEventListener('scroll', () => [...wanted.keys()].forEach(resize), { passive: true });

async function refresh(frame) {
  const { placement, page, unitType } = frame.dataset;
  const query = new URLSearchParams({ page, ...(unitType && { unit_type: unitType }) });
  if (asked.has('preview')) query.set('preview', asked.get('preview'));
  const answer = await fetch(`/injections/${placement}/session?${query}`);
  if (answer.ok) tell(frame, { type: 'platform:token', token: (await answer.json()).token });
}

addEventListener('message', ({ source, origin, data }) => {
  const frame = frames.find(({ contentWindow }) => contentWindow === source);
  if (!frame || origin !== originOf(frame)) return;
  if (data?.type === 'platform:refresh-token') void refresh(frame);
  if (data?.type === 'platform:context') tell(frame, context());
  if (data?.type !== 'platform:resize' || !Number.isFinite(data.height)) return;
  const { min, max } = frame.dataset;
  wanted.set(frame, Math.min(Number(max), Math.max(Number(min), Math.ceil(data.height))));
  resize(frame);
});

// A frame has 5 seconds to load. After that, its space stays empty, and the platform receives a failure report to check its URL.
function begin(frame) {
  const limit = setTimeout(() => {
    if (performance.getEntriesByName(frame.src).length > 0) return;
    const box = frame.parentElement;
    box.style.minHeight = `${box.offsetHeight}px`;
    frame.remove();
    navigator.sendBeacon(`/injections/${frame.dataset.placement}/failures`);
  }, 5000);
  frame.addEventListener('load', () => clearTimeout(limit), { once: true });
}
const near = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      begin(target);
    }
  },
  { rootMargin: '1250px' },
);
for (const frame of frames) {
  frame.addEventListener('load', () => tell(frame, context()));
  if (frame.loading === 'lazy') near.observe(frame);
  else begin(frame);
}
