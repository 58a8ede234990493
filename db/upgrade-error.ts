/** The database can't be upgraded to this release, or is newer; the message is one line that names the fix. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}

/** Fixes by SQLSTATE. */
const FIXES: Readonly<Record<string, string>> = {
  '53100': "Free space on the database's disk, then start again.",
  '42501': "Give DATABASE_URL's user the rights of the tables' owner, then start again.",
  '55P03': 'End the open transactions (pg_stat_activity), then start again.',
  '40P01': 'End the open transactions (pg_stat_activity), then start again.',
};
const NO_CONNECTION = 'Check that the database is running and its disk has space, then start again.';
const OTHER =
  'The database is unchanged by this step. Start the previous release, and report this line to its developers.';

/** Explains why an upgrade step failed, e.g. "The migration 20261214-clock". */
export function failedUpgrade(step: string, error: unknown): UpgradeError {
  if (error instanceof UpgradeError) return error;
  const { message, code = null } = rootOf(error);
  const reason = message.replaceAll(/\s+/g, ' ').replace(/[.\s]+$/, '');
  const isState = code !== null && /^[0-9A-Z]{5}$/.test(code);
  const fix = isState && !code.startsWith('08') ? (FIXES[code] ?? OTHER) : NO_CONNECTION;
  return new UpgradeError(`${step} failed: ${reason}${code === null ? '' : ` (${code})`}. ${fix}`, {
    cause: error,
  });
}

/** Finds the error behind library errors: PostgreSQL's own, if it sent one. */
function rootOf(error: unknown): { readonly message: string; readonly code?: string } {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (!(root instanceof Error)) return { message: String(root) };
  const code = 'code' in root && typeof root.code === 'string' ? { code: root.code } : {};
  return { message: root.message, ...code };
}
