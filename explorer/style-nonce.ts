// The editor writes style elements and has no setting for a nonce, so each element gets the page's when it is created
// (adapters/explorer/plugin.ts).

const nonce = document.querySelector<HTMLElement>('[data-style-nonce]')?.dataset.styleNonce ?? '';
const createElement = document.createElement;

document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
  const element = createElement.call(this, name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
} as typeof document.createElement; // its overloads say more about names than one signature can
