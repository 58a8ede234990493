/** Where an object of a list is, and on which line it begins: `properties[0].unitTypes[2]`. The text is known to be JSON. */
export function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const open: { readonly path: string; index: number | null; key: string }[] = [];
  let line = 1;
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '\n') line += 1;
    else if (char === '"') {
      const end = endOfText(text, at);
      key = text.slice(at + 1, end);
      at = end;
    } else if (char === ':') {
      const inside = open.at(-1);
      if (inside) inside.key = key;
    } else if (char === '{' || char === '[') {
      const path = pathOf(open.at(-1));
      if (char === '{' && path !== '') lines.set(path, line);
      open.push({ path, index: char === '[' ? 0 : null, key: '' });
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ',') {
      const inside = open.at(-1);
      if (inside && inside.index !== null) inside.index += 1;
    }
  }
  return lines;
}

function pathOf(
  inside: { readonly path: string; readonly index: number | null; readonly key: string } | undefined,
) {
  if (!inside) return '';
  const { path, index, key } = inside;
  if (index !== null) return `${path}[${index}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Place of the quotation mark that ends a text which begins at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
