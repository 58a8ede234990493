/** A file in a theme's package. */
export interface PackagedFile {
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** A file as compared with the live version's package. */
export interface ComparedFile {
  /** SHA-256 of the package that contains it, hex. */
  readonly packaged: string;
  readonly path: string;
  readonly bytes: number;
  readonly change: 'added' | 'changed' | 'same';
}

/** Compares a package's files with the live version's: changed files first, in the order of their paths. */
export function compareFiles(
  packaged: string,
  files: readonly PackagedFile[],
  live: readonly PackagedFile[] | null,
): readonly ComparedFile[] {
  const known = new Map((live ?? []).map(({ path, sha256 }) => [path, sha256]));
  return files
    .map(({ path, bytes, sha256 }): ComparedFile => {
      const before = known.get(path);
      return {
        packaged,
        path,
        bytes,
        change: before === undefined ? 'added' : before === sha256 ? 'same' : 'changed',
      };
    })
    .toSorted(
      (a, b) => Number(a.change === 'same') - Number(b.change === 'same') || (a.path < b.path ? -1 : 1),
    );
}
