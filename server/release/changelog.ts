/** A version's section in CHANGELOG.md. */
export interface Section {
  readonly version: string;
  /** `YYYY-MM-DD`; null for the version that isn't released yet. */
  readonly date: string | null;
  /** Text below the heading, without the surrounding blank lines. */
  readonly text: string;
}

const HEADING = /^## (?<version>\d+\.\d+\.\d+) \((?<date>unreleased|\d{4}-\d{2}-\d{2})\)$/;

/** Splits a changelog into its sections, newest first. Throws if a second-level heading isn't a version and its date. */
export function sectionsIn(changelog: string): readonly Section[] {
  const [, ...parts] = `\n${changelog}`.split(/\n(?=## )/);
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const { version, date } = HEADING.exec(heading)?.groups ?? {};
    if (version === undefined || date === undefined)
      throw new Error(
        `CHANGELOG.md: "${heading}" must be "## 1.2.3 (unreleased)" or "## 1.2.3 (2027-01-31)".`,
      );
    return { version, date: date === 'unreleased' ? null : date, text: lines.join('\n').trim() };
  });
}

/** Returns the section to release: the first one. Throws if it's released, empty, or not newer than the one before. */
export function nextRelease(changelog: string): Section {
  const [next, latest] = sectionsIn(changelog);
  if (next?.date !== null)
    throw new Error('CHANGELOG.md: the first version must be the next one, such as "## 1.2.3 (unreleased)".');
  if (next.text === '') throw new Error(`CHANGELOG.md: ${next.version} has no entries yet.`);
  if (latest && !isNewer(next.version, latest.version))
    throw new Error(
      `CHANGELOG.md: ${next.version} must be higher than ${latest.version}, the latest release.`,
    );
  return next;
}

/** Dates the next release, and opens a section for the one after it: the next minor version. */
export function cutRelease(changelog: string, date: string): string {
  const { version } = nextRelease(changelog);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return changelog.replace(
    `## ${version} (unreleased)`,
    `## ${major}.${minor + 1}.0 (unreleased)\n\n## ${version} (${date})`,
  );
}

function isNewer(version: string, than: string): boolean {
  const numbers = than.split('.').map(Number);
  const differing = version.split('.').map((part, place) => Number(part) - (numbers[place] ?? 0));
  return (differing.find((difference) => difference !== 0) ?? 0) > 0;
}
