import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, exists } from '../cluster.ts';

const lockFile = ({ folder }: Cluster) => join(folder, 'postmaster.pid');

/** Reads the lock file for the server that runs or ran in a cluster; null if it names no server. */
export async function readLock(
  cluster: Cluster,
): Promise<{ readonly pid: number; readonly port: number } | null> {
  const file = lockFile(cluster);
  if (!(await exists(file))) return null;
  const [pid, , , port] = (await readFile(file, 'utf8')).split('\n').map(Number);
  return pid ? { pid, port: port || 0 } : null;
}

/** True if the process is running. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !(await isZombie(pid));
}

/** True if a process has ended but is still listed: in containers, zombies may stay uncollected for a while. */
async function isZombie(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // only Linux has it
  return /^\d+ \(.*\) Z/.test(state);
}

/** A pid that no process has. */
const NO_PID = 2_147_483_647;

/**
 * PostgreSQL mistakes a zombie for a running server. Removes the pid from the lock file but keeps the rest,
 * so that PostgreSQL still refuses to start next to the old server's processes.
 */
export async function disownZombie(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock || !(await isZombie(lock.pid))) return;
  const file = lockFile(cluster);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(NO_PID)));
}
