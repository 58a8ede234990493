// The editor creates style elements and has no nonce setting, so each new element gets the page's nonce
// (adapters/explorer/plugin.ts).

const nonce = document.querySelector<HTMLElement>('[data-style-nonce]')?.dataset.styleNonce ?? '';
const createElement = document.createElement;

document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
  const element = createElement.call(this, name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
} as typeof document.createElement; // a single signature can't express the overloads' element names
