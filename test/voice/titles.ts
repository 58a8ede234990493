const TITLE =
  /\b(?:test|it)(?:\.(?:each|for|skipIf|runIf|concurrent)\b[^'"`]*?(?:\([\s\S]*?\)\s*)?)?\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g;

/**
 * A test file's titles that may state two behaviours (docs/contributing/voice.md#test-titles), one line each.
 * A hint: a good sentence can match.
 */
export function findTitles(file: string, source: string): readonly string[] {
  return [...source.matchAll(TITLE)].flatMap(({ 2: title = '', index }) =>
    /, (?:and|but|nor) |; /.test(title)
      ? [`${file}:${source.slice(0, index).split('\n').length}: "${title}": may state two behaviours`]
      : [],
  );
}
