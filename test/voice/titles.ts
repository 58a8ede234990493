import type { Prose } from './prose.ts';

/** Hint about a title that may state two behaviors (docs/contributing/voice.md#test-titles); a good sentence can match. */
export const findTitles = ({ file, line, kind, text }: Prose): readonly string[] =>
  kind === 'title' && /, (?:and|but|nor) |; /.test(text)
    ? [`${file}:${line}: "${text}" may state two behaviors`]
    : [];
