/** A router's paths as Fastify prints them: a tree, each line indented under its parent. */
export function routesOf(tree: string) {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', own = '', methods = ''] =
      /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (own === '') return [];
    const depth = indent.length / 4;
    parents.length = depth;
    parents.push(own);
    return methods ? [{ path: parents.join(''), methods: methods.split(', ') }] : [];
  });
}
