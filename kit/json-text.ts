/** Returns the position of the quotation mark that ends the JSON string starting at `from`, or the text's length. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Limits of a JSON text. */
export interface JsonLimits {
  readonly values: number;
  /** Nesting levels of lists and objects. */
  readonly depth: number;
}

/**
 * Returns the first limit that a JSON text exceeds, null if none, before anything is parsed: objects with 100,000 names
 * take a quarter of a second to parse and check, and recursive code would overflow the stack.
 */
export function overrunOf(text: string, limits: JsonLimits): keyof JsonLimits | null {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        values += 1;
        depth += 1;
        if (depth > limits.depth) return 'depth';
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
    }
    if (values > limits.values) return 'values';
  }
  return null;
}
