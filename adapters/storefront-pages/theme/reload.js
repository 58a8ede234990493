// Reloads the page of a development copy when the copy changes. Only previews contain this script.
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const look = async () => {
  const response = await fetch('/theme-preview/changes');
  return response.ok ? (await response.json()).revision : null;
};
let seen = null;
for (;;) {
  const revision = await look().catch(() => null);
  seen ??= revision;
  if (revision !== null && revision !== seen) location.reload();
  await pause(revision === null ? 3000 : 1000);
}
