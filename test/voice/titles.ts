const LONGEST = 80;
const TITLE =
  /\b(?:test|it)(?:\.(?:each|for|skipIf|runIf|concurrent)\b[^'"`]*?(?:\([\s\S]*?\)\s*)?)?\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g;

/** What is wrong with the titles of a test file (docs/contributing/voice.md#test-titles), one line each. */
export function findTitles(file: string, source: string): readonly string[] {
  return [...source.matchAll(TITLE)].flatMap(({ 2: title = '', index }) => {
    const place = `${file}:${source.slice(0, index).split('\n').length}: "${title}"`;
    return [
      ...(title.length < LONGEST
        ? []
        : [`${place}: has ${title.length} characters, of at most ${LONGEST - 1}`]),
      ...(/, (?:and|but|nor) |; /.test(title) ? [`${place}: states two behaviours`] : []),
    ];
  });
}
