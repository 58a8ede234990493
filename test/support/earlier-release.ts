import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The code of an earlier commit with its own packages. */
export interface EarlierRelease {
  /** Its `server/main.ts`, for `startServerProcess`. */
  readonly script: string;
  readonly remove: () => Promise<void>;
}

/** What `npm ci` builds of pages: those of today do, the drill looks at none. */
const BUILT = ['panel/dist', 'explorer/dist', 'docs/.vitepress/dist'];

/** Writes the files of a commit into a folder of its own and installs its packages, which takes about a minute. */
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
