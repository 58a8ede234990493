import * as z from 'zod/mini';
import { type AddressPolicy, isAppAddress, isOwnAddress } from './addresses.ts';
import { breaks, type Issue } from './issues.ts';
import { flag, key, membersOf, oncePer, type Table, table, tables, text } from './values.ts';
import {
  INJECTION_CONSENTS,
  INJECTION_KINDS,
  INJECTION_META_NAMES,
  INJECTION_TARGETS,
  type InjectionConsent,
  type InjectionKind,
  type InjectionTarget,
  MANIFEST_LIMITS,
} from './vocabulary.ts';

/**
 * An app's addition to storefront pages, declared in `[[injections]]`
 * (docs/interface/injections.md#manifest).
 */
export interface DeclaredInjection {
  /** Name, unique within the app. */
  readonly handle: string;
  readonly name: string;
  readonly kind: InjectionKind;
  readonly target: InjectionTarget;
  /** The link's target or the loaded address; null for `meta`. */
  readonly url: string | null;
  /** A script's `sha384-…`. */
  readonly integrity: string | null;
  /** Pixels reserved for a frame, and its maximum height. */
  readonly height: { readonly min: number; readonly max: number };
  readonly lazy: boolean;
  readonly consent: InjectionConsent;
  /** True if an install adds it to every storefront as a draft. */
  readonly autoPlace: boolean;
  /** A `meta` element's attributes. */
  readonly meta: { readonly name: string; readonly content: string } | null;
}

/** Allowed targets for each kind. */
export const TARGETS_OF: Readonly<Record<InjectionKind, readonly InjectionTarget[]>> = {
  frame: INJECTION_TARGETS.filter((target) => target !== 'body.end' && target !== 'head'),
  link: INJECTION_TARGETS.filter((target) => !['body.end', 'head', 'booking.after'].includes(target)),
  script: ['body.end'],
  meta: ['head'],
};

export const isInjectionTarget = (target: string): target is InjectionTarget =>
  INJECTION_TARGETS.some((known) => known === target);

/** Explains why a kind isn't allowed at a target; null if it is. */
export function refuseTarget(kind: InjectionKind, target: string): string | null {
  if (!isInjectionTarget(target))
    return `${JSON.stringify(target.slice(0, 64))} isn't a target. Known: ${INJECTION_TARGETS.join(', ')}.`;
  if (TARGETS_OF[kind].includes(target)) return null;
  return `A ${kind} can only be at ${TARGETS_OF[kind].join(', ')}.`;
}

const pixels = (least: number) =>
  z.custom<number>(
    (value) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= MANIFEST_LIMITS.injectionHeight,
    breaks(
      'invalid',
      `must be a whole number of pixels from ${least} to ${MANIFEST_LIMITS.injectionHeight}.`,
    ),
  );

const target = z.custom<InjectionTarget>(
  (value) => typeof value === 'string' && isInjectionTarget(value),
  breaks('TARGET_UNKNOWN', `isn't a target. Known: ${INJECTION_TARGETS.join(', ')}.`),
);

/** SHA-384 in base64: 48 bytes are 64 characters. */
const INTEGRITY = /^sha384-[A-Za-z0-9+/]{64}$/;

/** Host names allowed in a Content-Security-Policy, which doesn't support IPv6 addresses. */
const NAMED_HOST = /^[a-z0-9._-]+$/;

const url = (allowPrivate: boolean) =>
  z.custom<string>(
    (value) =>
      typeof value === 'string' &&
      isAppAddress(value, { allowPrivate }) &&
      NAMED_HOST.test(new URL(value).hostname) &&
      !value.includes('#'),
    breaks('invalid_url', `must be a valid https URL with a host name and without a fragment.`),
  );

const NAME_RULE = `must have 1 to ${MANIFEST_LIMITS.injectionName} characters.`;
const CONTENT_RULE = `must have 1 to ${MANIFEST_LIMITS.injectionMeta} of letters, digits and . _ : = / + -`;

/** `[[injections]]`. Every message names its entry, for example `injections[1].target`. */
export const injections = (allowPrivate: boolean) =>
  tables(entry(allowPrivate), MANIFEST_LIMITS.injections).check(oncePer('handle'));

const entry = (allowPrivate: boolean) =>
  z
    .pipe(
      table({
        handle: key(/^[a-z0-9][a-z0-9_-]{0,39}$/, '1 to 40 lower-case letters, digits, - and _'),
        name: z.optional(
          text().check(
            z.refine(
              (given) => given !== '' && [...given].length <= MANIFEST_LIMITS.injectionName,
              breaks('invalid', NAME_RULE),
            ),
          ),
        ),
        kind: z._default(z.enum(INJECTION_KINDS), 'frame'),
        target: z.optional(target),
        url: z.optional(url(allowPrivate)),
        integrity: z.optional(
          text().check(
            z.refine(
              (given) => INTEGRITY.test(given),
              breaks('invalid', 'must be "sha384-" and 64 characters of base64.'),
            ),
          ),
        ),
        height: z.optional(table({ min: z.optional(pixels(0)), max: z.optional(pixels(0)) })),
        lazy: flag,
        consent: z._default(z.enum(INJECTION_CONSENTS), 'necessary'),
        auto_place: flag,
        meta: z.optional(
          table({
            name: z.enum(INJECTION_META_NAMES),
            content: text().check(
              z.refine((given) => META_CONTENT.test(given), breaks('invalid', CONTENT_RULE)),
            ),
          }),
        ),
      }),
      z.transform((given): DeclaredInjection => {
        const { kind, height = {} } = given;
        const min = height.min ?? 0;
        return {
          handle: given.handle,
          name: given.name ?? given.handle,
          kind,
          target: given.target ?? (kind === 'script' ? 'body.end' : kind === 'meta' ? 'head' : NOWHERE),
          url: given.url ?? null,
          integrity: given.integrity ?? null,
          height: { min, max: height.max ?? Math.max(min, USUAL_HEIGHT) },
          lazy: given.lazy,
          consent: given.consent,
          autoPlace: given.auto_place,
          meta: given.meta ?? null,
        };
      }),
    )
    .check(({ value: declared, issues }) => {
      for (const [at, code, words] of brokenBy(declared)) {
        const { params } = breaks(code, words);
        issues.push({ code: 'custom', path: [at], input: declared, params });
      }
    });

const META_CONTENT = new RegExp(`^[\\w.:=/+-]{1,${MANIFEST_LIMITS.injectionMeta}}$`);

/** Default number of pixels reserved for a frame. */
const USUAL_HEIGHT = 400;

/** Stands in for a missing target, which `brokenBy` refuses. */
const NOWHERE = '' as InjectionTarget;

type Broken = readonly [key: string, code: Issue['code'], words: string];

/** Checks rules that involve several keys of an entry. */
function brokenBy({
  kind,
  target: at,
  url: address,
  integrity,
  height,
  meta,
}: DeclaredInjection): readonly Broken[] {
  const found: readonly (readonly [boolean, ...Broken])[] = [
    [at === NOWHERE, 'target', 'required', `is required for a ${kind}.`],
    [
      at !== NOWHERE && refuseTarget(kind, at) !== null,
      'target',
      'TARGET_UNKNOWN',
      `cannot be "${at}" for a ${kind}: use ${TARGETS_OF[kind].join(', ')}.`,
    ],
    [kind !== 'meta' && address === null, 'url', 'required', `is required for a ${kind}.`],
    [kind === 'meta' && address !== null, 'url', 'invalid', "isn't for meta, which loads nothing."],
    [
      kind === 'script' && integrity === null,
      'integrity',
      'INTEGRITY_REQUIRED',
      'is required for a script: the sha384 of its bytes.',
    ],
    [kind !== 'script' && integrity !== null, 'integrity', 'invalid', `is for scripts, not for ${kind}.`],
    [
      kind === 'script' && address !== null && address.includes('?'),
      'url',
      'invalid_url',
      "can't have a query for a script: only its path and bytes are allowed.",
    ],
    [kind === 'meta' && meta === null, 'meta', 'required', 'is required for meta: { name, content }.'],
    [kind !== 'meta' && meta !== null, 'meta', 'invalid', `is for meta, not for ${kind}.`],
    [height.max < height.min, 'height', 'invalid', "can't have a max below its min."],
  ];
  return found.flatMap(([isBroken, ...broken]) => (isBroken ? [broken] : []));
}

/** Returns the error for an entry that uses the platform's own address. */
export const ownOrigin = (path: string): string =>
  `${path} must be on your own server. This address belongs to the platform.`;

/**
 * Checks entries against the rest of the manifest: scripts are allowed only for reviewed apps, and entries
 * can't use our addresses.
 */
export function injectionRules(
  given: Table,
  { ownOrigins = [] }: AddressPolicy,
): readonly (readonly [boolean, Issue])[] {
  const entries: readonly unknown[] = Array.isArray(given.injections) ? given.injections : [];
  return entries.slice(0, MANIFEST_LIMITS.injections).flatMap((one, index) => {
    const { kind, url: address } = membersOf(one);
    const path = `injections[${index}]`;
    return [
      [
        kind === 'script' && given.distribution !== 'public',
        {
          path: `${path}.kind`,
          code: 'SCRIPT_NEEDS_REVIEW',
          message: `${path}.kind can't be "script" in a private app. Scripts are for public apps, which are reviewed. Use a frame.`,
        },
      ],
      [
        typeof address === 'string' && isOwnAddress(address, ownOrigins),
        {
          path: `${path}.url`,
          code: 'ORIGIN_IS_OURS',
          message: ownOrigin(`${path}.url`),
        },
      ],
    ] as const;
  });
}
