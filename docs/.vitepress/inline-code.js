/**
 * Shows inline code as written: Vue would evaluate `{{…}}` in it.
 *
 * @param {object} md the renderer, markdown-it
 */
export function keepInlineCode(md) {
  const render = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, place, ...rest) => {
    tokens[place].attrSet('v-pre', '');
    return render(tokens, place, ...rest);
  };
}
