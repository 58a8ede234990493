import type { DeclaredSetting } from '../manifest/declared-setting.ts';
import type { Distribution } from '../manifest/vocabulary.ts';
import type { PageTemplate } from './vocabulary.ts';

/** A checked theme: plain JSON, so that it can be stored and sent to a thread. */
export interface ThemePackage {
  readonly name: string;
  readonly slug: string;
  readonly version: string;
  readonly distribution: Distribution;
  /** Oldest version of the objects that its templates can be rendered with, like `2027-01`. */
  readonly minPlatform: string;
  /** Pages that the theme renders; the built-in theme renders the others. */
  readonly pages: readonly PageTemplate[];
  /**
   * Settings from `config/settings.toml`, then the sections'. A section's keys start with its name, like
   * `hero.title`, which is also their key in stored values.
   */
  readonly settings: readonly DeclaredSetting[];
  readonly sections: readonly ThemeSection[];
  /** Text of the templates, sections, snippets and locales by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Text of the other files, such as `theme.toml`, by path; missing in packages from before themes could be pulled. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Files under `assets/` by name, without the folder. */
  readonly assets: Readonly<Record<string, ThemeAsset>>;
  /** SHA-256 of all paths and contents in hex: two packages with the same files have the same digest. */
  readonly sha256: string;
}

/** A part of a page with its own settings, in `sections/{key}.liquid`. */
export interface ThemeSection {
  readonly key: string;
  /** Name shown to hosts. */
  readonly name: string;
}

/** A file that pages refer to. */
export interface ThemeAsset {
  readonly type: string;
  readonly size: number;
  readonly base64: string;
}

/** A problem in a package. */
export interface ThemeIssue {
  /** Path inside the package; empty for the package itself. */
  readonly file: string;
  /** From 1; null if the problem has no line. */
  readonly line: number | null;
  readonly code: 'THEME_INVALID' | 'MISSING_BLOCK' | 'TOO_LARGE' | 'FORBIDDEN_FILE';
  /** A complete, human-readable sentence. */
  readonly message: string;
}

/** A valid theme, or all its issues. */
export type ThemeReading =
  | { readonly theme: ThemePackage; readonly issues: readonly [] }
  | { readonly theme: null; readonly issues: readonly ThemeIssue[] };
