import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, exists } from '../cluster.ts';

const lockFile = ({ folder }: Cluster) => join(folder, 'postmaster.pid');

/** The server that runs, or ran, in a cluster, by its lock file; null if none is named. */
export async function readLock(
  cluster: Cluster,
): Promise<{ readonly pid: number; readonly port: number } | null> {
  const file = lockFile(cluster);
  if (!(await exists(file))) return null;
  const [pid, , , port] = (await readFile(file, 'utf8')).split('\n').map(Number);
  return pid ? { pid, port: port || 0 } : null;
}

/** Whether a process runs. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !(await isZombie(pid));
}

/** Whether a process has ended but is still listed: in containers nothing may collect it for a while. */
async function isZombie(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // Linux alone has it
  return /^\d+ \(.*\) Z/.test(state);
}

/** No process has it. */
const NO_PID = 2_147_483_647;

/**
 * PostgreSQL takes a zombie for a server that runs. The lock file then names no process; what else it says stays, so that
 * PostgreSQL still refuses to start beside processes of the old server.
 */
export async function disownZombie(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock || !(await isZombie(lock.pid))) return;
  const file = lockFile(cluster);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(NO_PID)));
}
