import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** An earlier commit's code with its own packages. */
export interface EarlierRelease {
  /** Its `server/main.ts`, for `startServerProcess`. */
  readonly script: string;
  readonly remove: () => Promise<void>;
}

/** Pages built by `npm ci`: the current ones suffice, since the drill ignores them. */
const BUILT = ['panel/dist', 'explorer/dist', 'docs/.vitepress/dist'];

/** Writes a commit's files into a separate folder and installs its packages, which takes about a minute. */
export function checkOut(commit: string): EarlierRelease {
  const folder = mkdtempSync(join(tmpdir(), 'platform-earlier-'));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe' });
  for (const path of BUILT.filter((built) => existsSync(built))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
  return {
    script: join(folder, 'server/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
