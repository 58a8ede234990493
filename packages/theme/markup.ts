/** Start tag of an element. */
export interface StartTag {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** Elements that templates can't contain, by the reason. */
const FORBIDDEN: ReadonlyMap<string, string> = new Map([
  ...reasons('Themes have no scripts', 'script noscript template slot'),
  ...reasons(
    'Forms are blocks of the platform, e.g. {% request_form %}',
    'form input button select textarea datalist fieldset output option optgroup isindex keygen',
  ),
  ...reasons(
    "Themes can't embed other pages",
    'iframe frame frameset noframes object embed applet portal fencedframe param',
  ),
  ...reasons('Styles belong in a file under assets/', 'style'),
  ...reasons('It would change every address on the page', 'base'),
  ...reasons("It isn't part of HTML anymore", 'plaintext xmp noembed listing'),
  ...reasons("Its content can't be checked", 'annotation-xml foreignobject math mi mtext'),
]);

function reasons(reason: string, names: string): readonly (readonly [name: string, reason: string])[] {
  return names.split(' ').map((name) => [name, reason]);
}

/** Relations of a `link` element. A connection hint would send a guest's address to another host. */
const RELATIONS = ['stylesheet', 'icon', 'apple-touch-icon'];

/** `meta` names; `referrer` would reveal the addresses of bookings to other sites. */
const META_NAMES = ['viewport', 'theme-color', 'color-scheme', 'format-detection', 'description', 'author'];

const FORBIDDEN_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ...reasons("A page's security policy blocks style attributes: use a class", 'style'),
  ...reasons('Forms are blocks of the platform', 'form formaction formmethod formtarget action'),
  ...reasons("Themes can't embed other pages", 'srcdoc background'),
  ...reasons('It would send requests that a guest did not ask for', 'ping attributionsrc manifest'),
  ...reasons("Themes can't change a page's policies", 'http-equiv referrerpolicy csp nonce'),
]);

/** Attributes that load a file when the page is displayed. */
const LOADING = ['src', 'srcset', 'imagesrcset', 'poster'];

/** Explains why an element isn't allowed, as a sentence; null if it's allowed. */
export function refuseTag({ name, attributes }: StartTag): string | null {
  const reason = FORBIDDEN.get(name);
  if (reason !== undefined) return `<${name}> isn't allowed. ${reason}.`;
  for (const attribute of attributes) {
    const refused = refuseAttribute(name, attribute.name.toLowerCase(), attribute.value);
    if (refused !== null) return refused;
  }
  if (name === 'link') return refuseLink(attributes);
  return name === 'meta' ? refuseMeta(attributes) : null;
}

type Attributes = StartTag['attributes'];

const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value;

function refuseAttribute(element: string, name: string, value: string): string | null {
  if (name.startsWith('on')) return `${name} on <${element}> isn't allowed. Themes have no scripts.`;
  const reason = FORBIDDEN_ATTRIBUTES.get(name);
  if (reason !== undefined) return `${name} on <${element}> isn't allowed. ${reason}.`;
  if (LOADING.includes(name) && isRemote(value)) {
    return `${name} on <${element}> loads a file from another host. Put the file into assets/ and use asset_url.`;
  }
  const isAddress = name === 'href' || name === 'xlink:href';
  if (isAddress && scheme(value) !== null && !LINKED.includes(scheme(value) ?? '')) {
    return `${name} on <${element}> can't have the scheme "${scheme(value)}:".`;
  }
  if (isAddress && element !== 'a' && isRemote(value)) {
    return `${name} on <${element}> loads a file from another host. Put the file into assets/ and use asset_url.`;
  }
  return null;
}

function refuseLink(attributes: Attributes): string | null {
  const relation = (attributeOf(attributes, 'rel') ?? '').trim().toLowerCase();
  if (RELATIONS.includes(relation)) return null;
  return `<link rel="${relation}"> isn't allowed. Allowed: ${RELATIONS.join(', ')}.`;
}

function refuseMeta(attributes: Attributes): string | null {
  if (attributeOf(attributes, 'charset') !== undefined) return null;
  const name = (attributeOf(attributes, 'name') ?? '').trim().toLowerCase();
  if (META_NAMES.includes(name)) return null;
  return `<meta name="${name}"> isn't allowed. {% content_for_head %} describes the page to programs.`;
}

/** Schemes of links. */
const LINKED = ['https', 'http', 'mailto', 'tel', 'sms'];

/** Returns an address's scheme in lower case, as browsers read it; null if the address is relative. */
function scheme(address: string): string | null {
  // Browsers ignore tabs, line breaks and leading control characters.
  const read = address.replaceAll(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase() ?? null;
}

/** True if any of the addresses in an attribute or a style sheet's `url()` is on another host. */
export function isRemote(addresses: string): boolean {
  return addresses.split(/[\s,]+/).some((address) => {
    const found = scheme(address);
    return (found !== null && found !== 'data') || /^[\\/]{2}/.test(address);
  });
}
